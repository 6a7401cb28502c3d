// How fast the simulation takes its steps, the calm after them included: the more seeds a night, the rarer the faults that are found.
// The limit lets 2,000 seeds of 40 steps be through within an hour and a half on two processors.
import { simulate } from '../e2e/sim/simulation.ts';
import { type Figure, median } from './report.ts';

const rounds = 5;
const steps = 40;

export async function simulation(): Promise<Figure[]> {
  const rates: number[] = [];
  for (let seed = 1; seed <= rounds; seed++) {
    const begin = performance.now();
    await simulate({ seed, steps });
    rates.push(steps / ((performance.now() - begin) / 1000));
  }
  return [
    {
      name: 'simulation, on one processor',
      value: median(rates),
      unit: 'steps/s',
      peer: 'limit',
      peerValue: 7.5,
      compared: 'value',
      target: { at_least: 7.5 },
    },
  ];
}
