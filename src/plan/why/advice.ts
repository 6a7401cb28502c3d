// What an operator can do about each thing that stands in the way, by its code.
// Guarantees: there is an answer for every code, also for one that this version does not know.

const advice: Readonly<Record<string, string>> = {
  // The cluster.
  no_meta: 'check --cluster and --endpoints; a new cluster is made with photoncloud-ctl init, a lost record is restored from a backup',
  no_leader: 'start photoncloud-controller; where one runs, its log and /readyz say why it does not lead',
  not_seen: 'nothing where it was written a moment ago; where it stays so, see the log and /readyz of the controller that leads',
  mass_loss:
    'look at the network and the store first: where the agents come back all goes on by itself. Where nodes are really dead, set their state: photoncloud-ctl edit node/ID, state: failed',
  invalid_record: 'mend the record: photoncloud-ctl edit KIND ID, or apply it anew; nothing of it is changed until then',
  unknown_field: 'take the field out, or correct its name: photoncloud-ctl edit KIND ID',
  // Placing.
  no_node: 'make room on one of the nodes, add a node, or ask for less: placement, resources, ports',
  bound: 'delete the instance where its data may be left behind, or scale the service down',
  pinned: 'bring the node back; delete the instance to have another one placed elsewhere',
  local_volume: 'bring the node back; delete the instance to have another one placed elsewhere, without what is in its volume',
  node_unknown: 'mend or apply the Node record that it names',
  port_conflict: 'give the instance another port, or delete the other one',
  unheard: 'nothing: its agent tells within seconds; where that does not come, see the log of the agent of its node',
  waiting_for_dependency: 'see why that one is not ready, or take it out of `after`',
  dependency_cycle: 'take one of them out of `after`',
  route_conflict: 'take the route out of one of the services',
  // Rollouts.
  rollout_paused: 'photoncloud-ctl rollout resume SERVICE',
  rollout_failed: 'see its instances and their logs; then apply a mended revision, or photoncloud-ctl rollout undo SERVICE',
  rollout_rolled_back: 'see the events of its instances for why; then apply a mended revision',
  // Nodes.
  node_lost: 'see whether the machine, its network and its agent run; when its agent is back nothing is replaced',
  node_failed: 'bring the machine or its agent back; where it is gone for good: photoncloud-ctl delete node ID',
  node_doubt: 'wait: a new leader looks for a while before it counts anybody as lost',
  no_agent: 'start photoncloud-agent on the machine, with this node_id and cluster_id in its configuration',
  cordoned: 'photoncloud-ctl uncordon NODE lets it take work again',
  draining: 'nothing: it goes on by itself',
  engine_unreachable: "see whether the engine runs on the node (systemctl status docker), and the agent's socket setting",
  engine_failed: "see the engine's log on the node; it is tried again",
  live_restore_off: 'set "live-restore": true in daemon.json on the node',
  disk_full: 'make room on the disk of the node',
  driver_off:
    "set the driver's enabled = true in the agent's configuration and restart the agent, or keep the service off the node with placement",
  caddy_off: 'set caddy.mode in the configuration of its agent, or take the role ingress from the node',
  caddy_unreachable: 'see whether Caddy runs on the node and its admin address is the one that the agent knows',
  caddy_refused: "see Caddy's log on the node: it does not take the routes",
  sidecar_down: "see the sidecar's log among the process files in the agent's data_dir",
  sidecar_problem: "see the sidecar's log among the process files in the agent's data_dir",
  mesh_off: "set mesh.enabled in the agent's configuration, or mesh_mode: none in the service",
  invalid_assignment: 'delete the assignment: the controller writes it anew',
  invalid_ingress: 'delete the ingress record: the controller writes it anew',
  environment_mismatch: "correct cluster.environment in the agent's configuration",
  certificate_expired: 'see why it is not renewed: a controller with a CA must be reachable from the node',
  certificate_failed:
    "see that a controller with a CA runs and is reachable from the node, and that the agent's bootstrap token is its own",
  // Instances.
  image_missing: 'push the image, correct run.image, or log the node in to the registry; it is pulled again by itself',
  port_taken: 'free the port on the node, or change run.host_port; without host_port another port is chosen by itself',
  exited: "see the app's own log on its node; apply a mended revision, or photoncloud-ctl rollout undo SERVICE",
  out_of_memory: 'raise resources.memory_bytes, or have the app use less',
  start_failed: 'correct command, args, user or volumes in run, as the message says',
  process_failed: 'correct command, args or user in run, as the message says',
  probe_failed: "see the app's own log; check health.type, health.path and the port of its protocol",
  sidecar_pending: 'see the conditions of its node: photoncloud-ctl why node/ID',
  certificate_pending: 'see that a controller with a CA runs and is reachable from the node: photoncloud-ctl why node/ID',
  api_unreachable: 'see that a controller with a CA runs and is reachable from the node',
  api_denied: "see the controller's log for why it does not sign for this node; its bootstrap token may be another one",
  restarting: "see the app's own log for why it does not get ready; it is started again by itself (health.restart_after_s)",
  stopped: 'bring the store back for its node: it is started again by itself',
  unhealthy: "see the app's own log on its node",
  crashed: "see the app's own log on its node",
  network_pending: 'nothing; where it stays so, see the log of the agent of its node',
  processes_unknown: "see the log of the agent of its node: it can't look at its processes",
  frozen: 'bring the store back for its node: nothing is made, stopped or removed there until then',
  deleted_by_hand: 'nothing: it ends by itself',
  // Jobs.
  invalid_schedule: 'correct schedule.cron or schedule.time_zone of the service',
  job_waits: 'see what it waits for',
  job_timer: 'nothing: it goes on by itself',
  former_job: 'wait for its runs to end, or stop them',
  run_under_way: 'wait for the run to end, or stop it',
};

/** What to do about it. */
export function adviceOn(reason: string): string {
  return advice[reason] ?? "see the log of the program that says so, and the record's events";
}

export const advisedReasons: readonly string[] = Object.keys(advice);
