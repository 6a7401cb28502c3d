// The version of every program: that of package.json. The build embeds it.
import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;
