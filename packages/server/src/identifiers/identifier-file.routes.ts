import { type IdentifierType, identifierEndpoints } from "@gatehouse/contract/entities/identifier/identifier";
import type { ColumnChoices } from "@gatehouse/contract/entities/identifier/identifier-csv-headings";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { type Call, handle } from "../platform/http/call.ts";
import type { Services } from "../platform/services.ts";
import { requireAdmin } from "./identifier.routes.ts";
import { exportLines } from "./identifier-export.ts";
import { faultyLines, type IdentifierFile, importFile } from "./identifier-import.ts";

const endpoints = {
  "GET /ac/ids/export": identifierEndpoints["GET /ac/ids/export"],
  "POST /ac/upload-lps": identifierEndpoints["POST /ac/upload-lps"],
  "POST /ac/upload-rfids": identifierEndpoints["POST /ac/upload-rfids"],
  "POST /ac/upload-lps/faulty": identifierEndpoints["POST /ac/upload-lps/faulty"],
  "POST /ac/upload-rfids/faulty": identifierEndpoints["POST /ac/upload-rfids/faulty"],
};

type FileCall = Pick<Call<(typeof endpoints)["POST /ac/upload-lps/faulty"]>, "query" | "read" | "upload">;
type ImportCall = Call<(typeof endpoints)["POST /ac/upload-lps"]>;

/** ID-4: imports and exports CSV files, with times in the site's time zone. */
export const identifierFileRoutes = ({ db, clock }: Services) => {
  const fileOf = async ({ query, read, upload }: FileCall, type: IdentifierType): Promise<IdentifierFile> => {
    requireAdmin(query.scope);
    return {
      upload,
      type,
      columns: query.columns.split(",") as ColumnChoices,
      dates: { order: query.dates, timeZone: (await loadRequiredConfigs(read)).timeZone },
    };
  };
  const importAs = (type: IdentifierType) => async (call: ImportCall) => {
    const file = await fileOf(call, type);
    return call.writeMany((tx, copyIn) => importFile(tx, copyIn, file, call.query));
  };
  const faulty = (type: IdentifierType) => async (call: FileCall) => ({
    filename: `faulty-${type === "RFID" ? "tags" : "plates"}.csv`,
    content: faultyLines(db, await fileOf(call, type)),
  });
  return handle(endpoints, {
    "GET /ac/ids/export": async ({ query, read }) => ({
      filename: `identifiers-${query.scope.toLowerCase()}.csv`,
      content: exportLines(read, query, clock.now(), (await loadRequiredConfigs(read)).timeZone),
    }),
    "POST /ac/upload-lps": importAs("LICENSE_PLATE"),
    "POST /ac/upload-rfids": importAs("RFID"),
    "POST /ac/upload-lps/faulty": faulty("LICENSE_PLATE"),
    "POST /ac/upload-rfids/faulty": faulty("RFID"),
  });
};
