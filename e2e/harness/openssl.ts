// Certificates and requests as OpenSSL makes them: the second opinion of the PKI's tests, and the source of bad ones.
// Guarantees: each workshop has its own temporary directory, removed by close().
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OpensslSubject {
  /** `prime256v1`, `secp384r1`, …, or `rsa`. */
  key?: string;
  /** Lines of an extension section: `subjectAltName = URI:spiffe://…`. */
  extensions?: readonly string[];
  subject?: string;
}

export interface Pair {
  certFile: string;
  keyFile: string;
  certPem: string;
  keyPem: string;
}

export class OpensslWorkshop {
  readonly dir = mkdtempSync(join(tmpdir(), 'photoncloud-openssl-'));
  #count = 0;

  run(...args: string[]): string {
    return execFileSync('openssl', args, { cwd: this.dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** The output of a command that fails, or undefined where it succeeds. */
  failure(...args: string[]): string | undefined {
    try {
      this.run(...args);
      return undefined;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return `${stdout}${stderr}`;
    }
  }

  write(content: string): string {
    const path = join(this.dir, `${this.#count++}.pem`);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }

  /** A PEM request. */
  request({ key = 'prime256v1', extensions = [], subject = '/' }: OpensslSubject = {}): string {
    const config = this.write(
      ['[req]', 'distinguished_name = dn', ...(extensions.length > 0 ? ['req_extensions = ext'] : []), '[dn]', '[ext]', ...extensions].join(
        '\n',
      ),
    );
    return this.run('req', '-new', '-config', config, '-key', this.#newKey(key), '-subj', subject, '-utf8');
  }

  /** A certificate: self-signed, or signed by the issuer. Times as `date` of openssl's -startdate writes them: YYYYMMDDHHMMSSZ. */
  certificate(issuer: Pair | undefined, what: OpensslSubject & { startDate?: string; endDate?: string }): Pair {
    const keyFile = this.#newKey(what.key ?? 'prime256v1');
    const base = this.#ca(what.extensions ?? []);
    const request = this.write(this.run('req', '-new', '-config', base, '-key', keyFile, '-subj', what.subject ?? '/CN=x'));
    const certFile = join(this.dir, `${this.#count++}.pem`);
    const times = ['-startdate', what.startDate ?? '20200101000000Z', '-enddate', what.endDate ?? '20991231235959Z'];
    const by = issuer ? ['-cert', issuer.certFile, '-keyfile', issuer.keyFile] : ['-selfsign', '-keyfile', keyFile];
    this.run('ca', '-batch', '-notext', '-config', base, '-extensions', 'ext', ...times, ...by, '-in', request, '-out', certFile);
    return { certFile, keyFile, certPem: readFileSync(certFile, 'utf8'), keyPem: readFileSync(keyFile, 'utf8') };
  }

  close(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }

  #newKey(kind: string): string {
    const how = kind === 'rsa' ? ['-algorithm', 'RSA'] : ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${kind}`];
    return this.write(this.run('genpkey', ...how));
  }

  #ca(extensions: readonly string[]): string {
    const database = this.write('');
    const sections = [
      '[ca]',
      'default_ca = x',
      '[x]',
      `new_certs_dir = ${this.dir}`,
      `database = ${database}`,
      'rand_serial = yes',
      'default_md = sha256',
      'policy = any',
      'unique_subject = no',
      '[any]',
      'commonName = optional',
      'organizationName = optional',
      '[req]',
      'distinguished_name = dn',
      '[dn]',
      '[ext]',
      ...extensions,
    ];
    return this.write(sections.join('\n'));
  }
}
