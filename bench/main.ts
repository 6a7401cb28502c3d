// `make bench`: all sections, or those named as arguments.
import { convergence } from './convergence.ts';
import { failover } from './failover.ts';
import { idle } from './idle.ts';
import { memory } from './memory.ts';
import { planning } from './planning.ts';
import { type Figure, report } from './report.ts';
import { rolling } from './rolling.ts';
import { simulation } from './simulation.ts';

const sections: Record<string, () => Promise<Figure[]>> = { planning, simulation, memory, idle, convergence, failover, rolling };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in sections));
if (unknown.length > 0) {
  process.stderr.write(`unknown section ${unknown.join(', ')}; known: ${Object.keys(sections).join(', ')}\n`);
  process.exit(2);
}
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length === 0 || asked.includes(name)) report(name, await measure());
}
