import { readFileSync } from "node:fs";
import { formatCount } from "@gatehouse/contract/fields/number";
import { type EvidenceReport, verifyEvidence } from "./verify-evidence.ts";

// `npm run verify-evidence FILE [PUBLIC_KEY_FILE]` verifies an evidence package without a server or a database.
const [file, keyFile] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: npm run verify-evidence FILE [PUBLIC_KEY_FILE]");
  process.exitCode = 2;
} else {
  try {
    const key = keyFile === undefined ? undefined : readFileSync(keyFile, "utf8");
    const report = await verifyEvidence(readFileSync(file), key);
    print(report);
    process.exitCode = report.faults.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function print({ manifest, fingerprint, isOwnKey, faults }: EvidenceReport): void {
  for (const error of faults) console.error(error);
  if (manifest) {
    const { site, event, createdAt, createdBy, parts } = manifest;
    console.log(
      `${site}: event ${event.id} of ${event.module}, exported ${createdAt} by ${createdBy}, ${parts.length} parts.`,
    );
  }
  if (fingerprint !== undefined) console.log(`Key: ${fingerprint}`);
  if (isOwnKey) console.log("The key is the one in the package. Compare it with the key that the site publishes.");
  console.log(
    faults.length === 0 ? "The package is unchanged." : `The package has ${formatCount(faults.length, "fault")}.`,
  );
}
