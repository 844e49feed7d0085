import { evidenceFiles } from "./evidence-package.ts";

const { manifest, signature, publicKey } = evidenceFiles;

/** REP-7: explains a package to the person who receives it. */
export const readme = `Evidence package of one event

event.json            the stored event, and further reads of the same passage
decision.json         how access was decided, step by step
commands.json         commands to barriers, buzzers and signs, with their results
corrections.json      corrections of the plate by people
device-messages.json  messages of the device as it sent them, as far as they are stored
device-clock.json     difference between the clocks of the device and the server
pictures/             pictures of the event

${manifest} lists every part with its SHA-256. ${signature} is the Ed25519 signature of ${manifest}.
${publicKey} is the public key. Compare its fingerprint with the one that the site publishes.

To verify with Gatehouse:  npm run verify-evidence FILE [PUBLIC_KEY_FILE]
To verify the signature with OpenSSL 3:
  openssl pkeyutl -verify -pubin -inkey ${publicKey} -rawin -in ${manifest} -sigfile ${signature}
`;
