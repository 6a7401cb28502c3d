// The one module of node-forge that is used: its ASN.1 codec. Importing it alone keeps the rest (RSA, TLS, PKCS) out of every program.
declare module 'node-forge/lib/asn1.js' {
  export interface Asn1 {
    tagClass: number;
    type: number;
    constructed: boolean;
    composed: boolean;
    /** Bytes as a binary string, or the elements of a constructed value. */
    value: string | Asn1[];
  }
  interface ByteBuffer {
    getBytes(): string;
  }
  const asn1: {
    create(tagClass: number, type: number, constructed: boolean, value: string | Asn1[]): Asn1;
    fromDer(bytes: string, options: { strict: boolean; parseAllBytes: boolean; decodeBitStrings: boolean; maxDepth: number }): Asn1;
    toDer(node: Asn1): ByteBuffer;
    oidToDer(oid: string): ByteBuffer;
    derToOid(bytes: string): string;
  };
  export default asn1;
}
