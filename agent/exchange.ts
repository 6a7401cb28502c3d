// One request to a local admin API, with its whole answer.
// Guarantees: ends by its deadline; an answer that grows beyond its bound is cut off and fails; no connection is kept.
import { request, type RequestOptions } from 'node:http';

export interface Answer {
  status: number;
  text: string;
}

export interface Bounds {
  timeoutMs: number;
  /** In characters. */
  largestAnswer: number;
}

/** Rejects with node's own error where nothing answers. */
export function exchange(options: RequestOptions, { timeoutMs, largestAnswer }: Bounds, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ ...options, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > largestAnswer) response.destroy(new Error('the answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}
