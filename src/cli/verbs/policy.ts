// policy explain SOURCE TARGET: how a call between two services is secured, and by which rule.
import { exitCodes, PhotonError } from '../../model/errors.ts';
import type { ClusterMeta, MTLSPolicy, Service } from '../../model/generated.ts';
import { reservedService } from '../../model/rules.ts';
import { anonymousOpenings, anyService, describeRule, type PolicyTarget, resolvePolicy } from '../../plan/policy.ts';
import type { Context } from '../context.ts';
import { entryOf, idsOfFound, listKind, readOne, renderData } from '../records.ts';
import { nearest } from '../../model/nearest.ts';

export async function explainPolicy(context: Context, source: string, target: string): Promise<number> {
  const [cluster, found, policies] = await Promise.all([
    readOne(context, 'cluster', []),
    readOne(context, 'service', [target]),
    listKind(context, 'policy'),
  ]);
  const meta = cluster && (entryOf(cluster)?.record as ClusterMeta | undefined);
  if (!meta)
    throw new PhotonError('not_found', `cluster ${context.clusterId} has no valid meta record, so its environment is not known`, {
      next: 'Create it with init',
    });
  if (!found) await warnUnknown(context, target);
  if (source !== anyService && source !== reservedService && !(await readOne(context, 'service', [source])))
    await warnUnknown(context, source);
  const targetService: PolicyTarget = found && (found.ok ? (found.entry.record as Service) : 'unknown');
  const query = {
    environment: meta.environment,
    policies: policies.flatMap((one) => (entryOf(one)?.record as MTLSPolicy | undefined) ?? []),
    target,
    targetService,
  };
  const answer = resolvePolicy({ ...query, source });
  const openings = anonymousOpenings(query);
  const unreadable = policies.filter(({ ok }) => !ok).map((one) => idsOfFound(one)[0] ?? '');
  const { output, terminal } = context;
  if (output === 'json' || output === 'yaml') {
    const { mode, mtlsRequired, speaks, accepts, rule } = answer;
    terminal.out(
      renderData(output, {
        source,
        target,
        environment: meta.environment,
        mode,
        mtls_required: mtlsRequired,
        speaks,
        accepts,
        rule: describeRule(rule),
        anonymous_openings: openings.map((one) => ({ source: one.source, transports: one.transports, rule: describeRule(one.rule) })),
      }),
    );
  } else {
    terminal.out(`${source} → ${target} in ${meta.environment}\n`);
    terminal.out(`  rule      ${describeRule(answer.rule)}\n`);
    terminal.out(`  mode      ${answer.mode}, mTLS ${answer.mtlsRequired ? 'required' : 'not required'}\n`);
    terminal.out(`  outbound  ${source} speaks ${answer.speaks}\n`);
    terminal.out(`  inbound   ${target} accepts ${answer.accepts.join(', ')}\n`);
    if (targetService !== undefined && targetService !== 'unknown' && targetService.mesh_mode === 'none') {
      terminal.out(
        `  ${target} has no sidecar (mesh_mode none): it is called plainly${answer.mode === 'strict' ? ', and strict refuses that' : ''}\n`,
      );
    }
  }
  for (const one of openings) {
    terminal.err(
      `warning: ${describeRule(one.rule)} lets anonymous callers into ${target} by ${one.transports.join(', ')}; a strict policy for ${one.source} closes it\n`,
    );
  }
  if (unreadable.length > 0) terminal.err(`warning: policies that can't be read don't count here: ${unreadable.join(', ')}\n`);
  return exitCodes.done;
}

async function warnUnknown(context: Context, name: string): Promise<void> {
  const known = (await listKind(context, 'service')).map((one) => idsOfFound(one)[0] ?? '');
  const near = nearest(name, known);
  context.terminal.err(`warning: there is no service ${name}${near ? `; did you mean ${near}?` : ''}\n`);
}
