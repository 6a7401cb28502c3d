// The command line of photoncloud-ctl: reads it, opens the store, runs one verb.
// Guarantees: all that comes from outside (arguments, environment, stdin, terminal, signal) comes in with the Host; nothing of the
// process is read, written or ended here, and the store is closed when the verb is over.
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { systemClock } from '../loop/clock.ts';
import { systemRandom } from '../loop/random.ts';
import { version } from '../loop/version.ts';
import { asPhotonError, exitCodes } from '../model/errors.ts';
import { storeOptions } from '../store/options.ts';
import { type Context, limitStore, type OutputFormat, type Terminal } from './context.ts';
import { parseDuration } from './duration.ts';
import { allKinds } from './kind.ts';
import { clusterOf, type GlobalFlags, resolveSettings } from './options.ts';
import { apply, diff } from './verbs/apply.ts';
import { remove } from './verbs/delete.ts';
import { describe } from './verbs/describe.ts';
import { edit } from './verbs/edit.ts';
import { events } from './verbs/events.ts';
import { get } from './verbs/get.ts';
import { init } from './verbs/init.ts';
import { cordonNode, drainNode, uncordonNode } from './verbs/node.ts';
import { listJobs, runJob, stopRun } from './verbs/job.ts';
import { jobLogs } from './verbs/job-logs.ts';
import { explainPolicy } from './verbs/policy.ts';
import { put } from './verbs/put.ts';
import { pauseRollout, restartService, resumeRollout, rolloutHistory, rolloutStatus, undoRollout } from './verbs/rollout.ts';
import { status } from './verbs/status.ts';
import { watch } from './verbs/watch.ts';
import { why } from './verbs/why.ts';

const defaultWait = '5m';
const outputs: OutputFormat[] = ['table', 'wide', 'json', 'yaml'];

/** What a run of the program gets from the machine. */
export interface Host {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stdin: () => Promise<Uint8Array>;
  terminal: Terminal;
  /** Fires on SIGINT and SIGTERM. */
  signal: AbortSignal;
}

async function openContext(flags: GlobalFlags, { env, terminal, signal }: Host): Promise<Context> {
  const settings = await resolveSettings(flags, env);
  const clusterId = clusterOf(settings);
  const { endpoints, timeoutMs } = settings;
  // The etcd client is most of what there is to load: not for --version, --help or a mistyped flag.
  const { openEtcd } = await import('../store/etcd.ts');
  const store = openEtcd({ ...storeOptions(endpoints, settings), giveUpMs: timeoutMs * 0.8 });
  return {
    store: limitStore(store, endpoints, timeoutMs, systemClock),
    clusterId,
    endpoints,
    output: flags.output ?? 'table',
    terminal,
    clock: systemClock,
    random: systemRandom,
    signal,
  };
}

function revision(value: string): number {
  const number = Number(value);
  if (!/^[0-9]+$/.test(value) || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('It is a mod_revision, as get -o json prints it.');
  return number;
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

type Verb = (context: Context, args: string[], options: Record<string, unknown>) => Promise<number>;

/** The program with its verbs; `ran` gets the exit code. */
function build(host: Host, ran: (code: number) => void): Command {
  const program = new Command('photoncloud-ctl')
    .configureOutput({ writeOut: host.terminal.out, writeErr: host.terminal.err })
    .description('Reads and writes the records of a PhotonCloud cluster.')
    .version(version, '--version')
    .option('--endpoints <urls>', 'store endpoints, separated by commas (PHOTONCLOUD_ENDPOINTS)')
    .option('--cluster <id>', 'cluster id (PHOTONCLOUD_CLUSTER)')
    .option('--ca-file <file>', 'CA certificate of the store (PHOTONCLOUD_CA_FILE)')
    .option('--cert-file <file>', 'client certificate (PHOTONCLOUD_CERT_FILE)')
    .option('--key-file <file>', 'key of the client certificate (PHOTONCLOUD_KEY_FILE)')
    .option('--username <name>', 'user of the store (PHOTONCLOUD_USERNAME)')
    .option('--password-file <file>', 'file with its password (PHOTONCLOUD_PASSWORD_FILE)')
    .option('--config <file>', 'configuration file (PHOTONCLOUD_CONFIG)')
    .option('--timeout <duration>', 'how long the store may take to answer (PHOTONCLOUD_TIMEOUT; default 10s)')
    .addOption(new Option('-o, --output <format>', 'how records are printed').choices(outputs))
    .showSuggestionAfterError()
    .showHelpAfterError('(photoncloud-ctl --help lists what there is)')
    .exitOverride()
    .addHelpText(
      'after',
      `\nKinds: ${allKinds.join(', ')}\nExit codes: 0 done, 1 failed (diff: there is a difference), 2 invalid input, 3 timed out waiting, 4 conflict`,
    );
  const run =
    (verb: Verb) =>
    async (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      const context = await openContext(command.optsWithGlobals<GlobalFlags>(), host);
      try {
        ran(
          await verb(
            context,
            command.processedArgs.flat().filter((one): one is string => one !== undefined),
            command.opts(),
          ),
        );
      } finally {
        await context.store.close();
      }
    };
  addRecordVerbs(program, run, host);
  addManifestVerbs(program, run, host);
  addRolloutVerbs(program, run);
  addNodeVerbs(program, run);
  addJobVerbs(program, run);
  addClusterVerbs(program, run);
  return program;
}

type Run = (verb: Verb) => (...given: unknown[]) => Promise<void>;

function waitOption(): Option {
  return new Option('--wait [timeout]', `wait until it is so, ${defaultWait} by default`);
}

function waitMs(value: unknown): { waitMs?: number } {
  if (value === undefined || value === false) return {};
  return { waitMs: parseDuration(typeof value === 'string' ? value : defaultWait, '--wait') };
}

function addRecordVerbs(program: Command, run: Run, { env, stdin }: Host): void {
  const first = (args: string[]): [string, string[]] => [args[0] ?? '', args.slice(1)];
  program
    .command('get <kind> [ids...]')
    .description('print records')
    .action(run((context, args) => get(context, ...first(args))));
  program
    .command('watch <kind> [ids...]')
    .description('print records, then every change until interrupted')
    .action(run((context, args) => watch(context, ...first(args))));
  program
    .command('describe <kind> [ids...]')
    .description('print a record with all that belongs to it')
    .action(run((context, args) => describe(context, ...first(args))));
  program
    .command('put <kind> [id]')
    .description('write one record, from a file or stdin')
    .option('-f, --file <file>', 'JSON or YAML', '-')
    .option('--expect <mod_revision>', 'refuse when the record has changed since', revision)
    .option('--force', "write it exactly as given, others' fields and kinds included", false)
    .action(
      run((context, [kind = '', id], { file, expect, force }) =>
        put(context, kind, id, { file: String(file), force: force === true, stdin, ...(typeof expect === 'number' && { expect }) }),
      ),
    );
  program
    .command('delete <kind> [ids...]')
    .description('delete records')
    .option('--force', "also what is another program's", false)
    .addOption(waitOption())
    .action(run((context, args, { force, wait }) => remove(context, ...first(args), { force: force === true, ...waitMs(wait) })));
  program
    .command('edit <kind> [id]')
    .description('edit a record in $EDITOR')
    .option('--force', "also what is another program's", false)
    .action(
      run((context, [kind = '', id], { force }) =>
        edit(context, kind, id, { force: force === true, editor: env['VISUAL'] || env['EDITOR'] || 'vi' }),
      ),
    );
}

function addManifestVerbs(program: Command, run: Run, { stdin }: Host): void {
  const files = (options: Record<string, unknown>) => ({ files: options['file'] as string[], stdin });
  const fileOption = (): Option =>
    new Option('-f, --file <file>', 'file, directory, or - for stdin; may be given more than once')
      .argParser(collect)
      .makeOptionMandatory();
  program
    .command('apply')
    .description('make records what documents say: {kind: Service, ...fields}, YAML or JSON, one or many')
    .addOption(fileOption())
    .option('--dry-run', 'tell what would be done, write nothing', false)
    .addOption(waitOption())
    .action(
      run((context, _args, options) =>
        apply(context, { ...files(options), dryRun: options['dryRun'] === true, ...waitMs(options['wait']) }),
      ),
    );
  program
    .command('diff')
    .description('tell what apply would change, and what the controller would then do')
    .addOption(fileOption())
    .action(run((context, _args, options) => diff(context, files(options))));
}

function addRolloutVerbs(program: Command, run: Run): void {
  const rollout = program.command('rollout').description('how a service goes from one revision to the next');
  rollout
    .command('status <service>')
    .description('how far it is; 1 where it failed')
    .addOption(waitOption())
    .action(run((context, [service = ''], { wait }) => rolloutStatus(context, service, waitMs(wait))));
  rollout
    .command('history <service>')
    .description('the revisions that are recorded, newest first')
    .action(run((context, [service = '']) => rolloutHistory(context, service)));
  rollout
    .command('pause <service>')
    .description('replace nothing more until resumed')
    .action(run((context, [service = '']) => pauseRollout(context, service)));
  rollout
    .command('resume <service>')
    .description('go on')
    .addOption(waitOption())
    .action(run((context, [service = ''], { wait }) => resumeRollout(context, service, waitMs(wait))));
  rollout
    .command('undo <service>')
    .description('return to the former revision')
    .option('--to-revision <revision>', 'number or id of a revision that history lists')
    .addOption(waitOption())
    .action(
      run((context, [service = ''], { toRevision, wait }) =>
        undoRollout(context, service, { ...(typeof toRevision === 'string' && { toRevision }), ...waitMs(wait) }),
      ),
    );
  rollout
    .command('restart <service>')
    .description('replace every instance by another of the same spec')
    .addOption(waitOption())
    .action(run((context, [service = ''], { wait }) => restartService(context, service, waitMs(wait))));
}

function wholeNumber(value: string): number {
  if (!/^[0-9]{1,4}$/.test(value)) throw new InvalidArgumentError('It is the number of a task, from 0.');
  return Number(value);
}

function addJobVerbs(program: Command, run: Run): void {
  const job = program.command('job').description('work that runs to completion: its runs and what they wrote');
  job
    .command('run <job>')
    .description("begin a run and wait for its end; the exit code is the failed task's, 124 deadline, 125 none known, 130 stopped")
    .option('--detach', 'do not wait', false)
    .option('--wait <timeout>', 'wait at most so long, then 3; until it has ended by default')
    .action(run((context, [name = ''], { detach, wait }) => runJob(context, name, { detach: detach === true, ...waitMs(wait) })));
  job
    .command('list [job]')
    .description('all jobs, or the runs of one')
    .action(run((context, [name]) => listJobs(context, name)));
  job
    .command('logs <run>')
    .description('the end of what the tasks of a run wrote')
    .option('--task <number>', 'of one task only', wholeNumber)
    .option('-f, --follow', 'go on until the run has ended', false)
    .action(
      run((context, [name = ''], { task, follow }) =>
        jobLogs(context, name, { follow: follow === true, ...(typeof task === 'number' && { task }) }),
      ),
    );
  job
    .command('stop <run>')
    .description('end a run')
    .addOption(waitOption())
    .action(run((context, [name = ''], { wait }) => stopRun(context, name, waitMs(wait))));
}

function addNodeVerbs(program: Command, run: Run): void {
  const node = program.command('node').description('machines: what is placed on them, and what leaves them');
  node
    .command('list')
    .description('print the nodes, as get node does')
    .action(run((context) => get(context, 'node', [])));
  node
    .command('cordon <node>')
    .description('place nothing new there; what runs stays')
    .action(run((context, [name = '']) => cordonNode(context, name)));
  node
    .command('uncordon <node>')
    .description('take it into service again')
    .action(run((context, [name = '']) => uncordonNode(context, name)));
  node
    .command('drain <node>')
    .description('move all that runs there elsewhere, replacements first')
    .addOption(waitOption())
    .action(run((context, [name = ''], { wait }) => drainNode(context, name, waitMs(wait))));
}

function addClusterVerbs(program: Command, run: Run): void {
  program
    .command('init')
    .description('create the cluster: its record, authorities and bootstrap token')
    .addOption(new Option('--environment <name>', 'dev, stg, prod or test; it chooses the defaults of the mesh').makeOptionMandatory())
    .option('--ca-dir <dir>', 'where the authorities are kept', '/etc/photoncloud/ca')
    .option('--write-config <file>', 'also write a configuration file for photoncloud-ctl')
    .action(
      run((context, _args, { environment, caDir, writeConfig }) =>
        init(context, { environment: String(environment), caDir: String(caDir), ...(typeof writeConfig === 'string' && { writeConfig }) }),
      ),
    );
  program
    .command('status')
    .description('the cluster at a glance')
    .action(run((context) => status(context)));
  program
    .command('why <subject...>')
    .description('why it is as it is, and what follows: SERVICE, service/ID, instance/ID, node/ID, job-run/SERVICE/RUN')
    .action(run((context, args) => why(context, args)));
  program
    .command('events')
    .description('what happened lately, newest last')
    .option('-f, --follow', 'go on with what happens, until interrupted', false)
    .option(
      '--for <kind/id>',
      'only what is about it: service/web (its instances too), node/node-1, instance/web-0-k3f9x2, job-run/backup/nightly',
    )
    .action(
      run((context, _args, { follow, for: about }) =>
        events(context, { follow: follow === true, ...(typeof about === 'string' && { about }) }),
      ),
    );
  const policy = program.command('policy').description('questions about mTLS policy');
  policy
    .command('explain <source> <target>')
    .description('how a call is secured, and by which rule; * as source is a caller without an identity')
    .action(run((context, [source = '', target = '']) => explainPolicy(context, source, target)));
}

/** Runs what the command line says; its exit code. A failure is told on the terminal; one that is ours to mend is thrown. */
export async function runCommand(host: Host): Promise<number> {
  let code: number = exitCodes.done;
  try {
    await build(host, (ran) => {
      code = ran;
    }).parseAsync(host.args, { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.invalid;
    const error = asPhotonError(thrown);
    if (error.code === 'internal') throw thrown;
    // Told here rather than by runMain, which exits at once: a thousand problems don't fit into a pipe's buffer.
    host.terminal.err(`photoncloud-ctl: ${error.explain()}\n`);
    code = error.exitCode;
  }
  return code;
}
