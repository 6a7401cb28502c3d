// The shape of every decision: a snapshot goes in, a plan comes out. Plain data, no handles, no promises.

/** One thing to do. `key` names what it works on: actions of one key run one after another. */
export interface Action<Kind extends string = string> {
  kind: Kind;
  key: string;
  /** Why, for people. */
  reason: string;
}

/** Why something waits, in words that an operator understands. */
export interface Blocked {
  /** What waits: a key. */
  key: string;
  /** Code in snake_case. */
  reason: string;
  message: string;
  /** Milliseconds since 1970; absent where it is not tried again by time. */
  retryAt?: number;
}

export interface Plan<A extends Action = Action> {
  actions: A[];
  blocked: Blocked[];
}
