// For tests: what a hand may leave under a key of the store. None of it is a record of any kind.
export const garbage: Readonly<Record<string, string>> = {
  'not JSON': 'fixme later',
  nothing: '',
  'half of a record': '{"service":"web","node_id":',
  null: 'null',
  'a list': '[{}]',
  'a number': '17',
  'wrong shape': '{}',
  'wrong types':
    '{"cluster_id":1,"node_id":[],"name":{},"service":true,"session":7,"agent_uid":null,"routes":"x","revision":"one","state":0}',
  'names of every object': '{"__proto__":{"node_id":"x"},"constructor":null,"toString":1}',
  'no text': '\u0000\u001b[31m\ufffd',
  'nested without end': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'too large': JSON.stringify({ note: 'x'.repeat(1_460_000) }),
};
