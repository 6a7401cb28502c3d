// Images: what is here already is used as it is; what is not is pulled, once however many ask.
import type Docker from 'dockerode';
import { PhotonError } from '../src/model/errors.ts';
import type { Clock } from '../src/loop/ports.ts';
import { engineError, statusOf } from './docker-errors.ts';

/** A pull that says nothing for this long is given up. */
const silenceMs = 120_000;

interface Pull {
  done: Promise<{ digest: string }>;
  abort: AbortController;
  waiting: number;
}

/** Repository and tag or digest; without either it is `latest`, because the engine would pull every tag. */
function splitReference(image: string): { fromImage: string; tag: string } {
  const at = image.indexOf('@');
  if (at >= 0) return { fromImage: image.slice(0, at), tag: image.slice(at + 1) };
  const colon = image.lastIndexOf(':');
  if (colon > image.lastIndexOf('/')) return { fromImage: image.slice(0, colon), tag: image.slice(colon + 1) };
  return { fromImage: image, tag: 'latest' };
}

function repositoryOf(image: string): string {
  return splitReference(image).fromImage.replace(/:[^/]*$/, '');
}

export class DockerImages {
  readonly #unary: Docker;
  readonly #stream: Docker;
  readonly #clock: Clock;
  readonly #pulls = new Map<string, Pull>();

  constructor(unary: Docker, stream: Docker, clock: Clock) {
    this.#unary = unary;
    this.#stream = stream;
    this.#clock = clock;
  }

  async ensure(image: string, signal: AbortSignal): Promise<{ digest: string }> {
    const local = await this.#local(image);
    if (local) return local;
    if (image.startsWith('sha256:')) {
      throw new PhotonError('image_missing', `image ${image} is not on this node, and an image id can't be pulled`, {
        next: 'Name the image by repository and tag or digest',
      });
    }
    const running = this.#pulls.get(image) ?? this.#begin(image);
    running.waiting++;
    try {
      return await untilAborted(running.done, signal);
    } finally {
      // The last one who waited for it takes the pull with him.
      if (--running.waiting === 0) running.abort.abort();
    }
  }

  #begin(image: string): Pull {
    const abort = new AbortController();
    const done = this.#pull(image, abort).finally(() => this.#pulls.delete(image));
    // Where every waiter left, nobody looks at the failure.
    done.catch(() => undefined);
    const pull = { done, abort, waiting: 0 };
    this.#pulls.set(image, pull);
    return pull;
  }

  async #local(image: string): Promise<{ digest: string } | undefined> {
    try {
      const found = await this.#unary.getImage(image).inspect();
      const repository = repositoryOf(image);
      const digests = found.RepoDigests ?? [];
      const own = digests.find((digest) => digest.startsWith(`${repository}@`) || digest.endsWith(`/${repository}@`));
      return { digest: own ?? digests[0] ?? found.Id };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw engineError(error, `look for image ${image}`);
    }
  }

  async #pull(image: string, abort: AbortController): Promise<{ digest: string }> {
    let silent = false;
    const watch = (): { cancel(): void } =>
      this.#clock.after(silenceMs, () => {
        silent = true;
        abort.abort();
      });
    let timer = watch();
    let failure: string | undefined;
    try {
      const options = { ...splitReference(image), abortSignal: abort.signal };
      const progress = (await this.#stream.createImage(options)) as NodeJS.ReadableStream & { destroy(): void };
      abort.signal.addEventListener('abort', () => progress.destroy(), { once: true });
      failure = await readProgress(progress, () => {
        timer.cancel();
        timer = watch();
      });
    } catch (error) {
      if (silent) throw new PhotonError('engine_failed', `pulling ${image}: no progress for ${silenceMs / 1000} s`, { cause: error });
      if (abort.signal.aborted) throw new PhotonError('aborted', `pulling ${image} was stopped`, { cause: error });
      throw pullError(error, image);
    } finally {
      timer.cancel();
    }
    // A cut stream ends like a finished one: only the image itself is proof.
    const found = await this.#local(image);
    if (found) return found;
    throw missing(image, failure ?? 'the pull ended early');
  }
}

function missing(image: string, words: string): PhotonError {
  if (/no space left|disk quota/i.test(words)) {
    return new PhotonError('disk_full', `could not pull ${image}: ${words}`, {
      next: 'Make room on the disk of the Docker data directory',
    });
  }
  return new PhotonError('image_missing', `could not pull ${image}: ${words}`, {
    next: 'Check the image name, and that this node can reach the registry',
  });
}

/** A registry that does not answer is reported with status 500: for who waits for the image it is missing all the same. */
function pullError(thrown: unknown, image: string): PhotonError {
  const error = engineError(thrown, `pull ${image}`);
  if (error.code !== 'engine_failed' || statusOf(thrown) === undefined) return error;
  return new PhotonError('image_missing', error.message, {
    next: 'Check the image name, and that this node can reach the registry',
    cause: thrown,
  });
}

/** Reads to the end; gives the first error that a line carries. The status is 200 even where the pull fails. */
async function readProgress(stream: AsyncIterable<Buffer | string>, onProgress: () => void): Promise<string | undefined> {
  let rest = '';
  let failure: string | undefined;
  const take = (line: string): void => {
    if (failure !== undefined || line.trim() === '') return;
    try {
      const { error } = JSON.parse(line) as { error?: string };
      if (error) failure = error;
    } catch {
      // A line that was cut: the inspection afterwards decides.
    }
  };
  for await (const chunk of stream) {
    onProgress();
    rest += String(chunk);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  take(rest);
  return failure;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new PhotonError('aborted', 'stopped while waiting for an image', { cause: signal.reason }));
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
