import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const encode = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);

// Flags of authenticator data: user present, user verified, with attested credential data.
const userPresent = 0x01;
const userVerified = 0x04;
const attested = 0x40;

/** A passkey in software, as WebAuthn defines it: P-256 and no attestation. */
export function createAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(hostName: string, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(hostName), Buffer.from([flags]), count]);
  }

  /** COSE key: EC2, ES256, P-256, x and y. */
  const coseKey = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);

  return {
    /** Repeats an old counter, as a copy of the passkey would. */
    rewind: () => {
      counter -= 2;
    },
    register: (challenge: string, origin: string, isVerified = true) => {
      const flags = userPresent | attested | (isVerified ? userVerified : 0);
      const data = Buffer.concat([
        authenticatorData(new URL(origin).hostname, flags),
        Buffer.alloc(16),
        uint16(id.length),
        id,
        coseKey,
      ]);
      // CBOR: {fmt: "none", attStmt: {}, authData: bytes}.
      const attestationObject = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        Buffer.from([0x59]),
        uint16(data.length),
        data,
      ]);
      const response = {
        clientDataJSON: encode(clientData("webauthn.create", challenge, origin)),
        attestationObject: encode(attestationObject),
        transports: ["internal"],
      };
      return { id: encode(id), rawId: encode(id), type: "public-key", response, clientExtensionResults: {} };
    },
    use: (challenge: string, origin: string, isVerified = true) => {
      counter += 1;
      const data = authenticatorData(new URL(origin).hostname, userPresent | (isVerified ? userVerified : 0));
      const client = clientData("webauthn.get", challenge, origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signature),
      };
      return { id: encode(id), rawId: encode(id), type: "public-key", response, clientExtensionResults: {} };
    },
  };
}
