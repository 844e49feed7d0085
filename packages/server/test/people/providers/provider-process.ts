import { startProvider } from "./oidc-provider.ts";

// A provider of its own process, for the browser tests: `node provider-process.ts ACCOUNTS`, with the claims of the
// accounts by subject as JSON. Prints its issuer, and ends with its standard input.

const provider = await startProvider({ accounts: JSON.parse(process.argv[2] ?? "{}") });
console.log(`ready at ${provider.issuer}`);
process.stdin.resume().on("end", () => void provider.stop());
