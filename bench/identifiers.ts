// Identifier lists, CSV files and look-alikes with a million identifiers in 200 groups, compared with the equivalent SQL
// statements and COPY.
// `node bench/identifiers.ts` runs the real server on its own data folder, and prints each ratio with its limit.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { apiPath } from "@gatehouse/contract/runtime-config";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { waitForSnapshot } from "./gate-site.ts";
import { formatVerdict, percentile } from "./measurement.ts";
import { startServer } from "./server-process.ts";
import { signInHeaders } from "./sign-in.ts";

const storedRows = 1_000_000;
const fileRows = 100_000;
const measureMs = 6_000;
const importRounds = 3;
const maxListRatio = 2;
const maxImportRatio = 2;
const maxGroupImportRatio = 2;
const maxExportRatio = 3;
const maxLookAlikeRatio = 2;
const groups = 200;
const maxImportMemoryMb = 150;
/** Until a garbage collection after the load of the snapshot. */
const settleMs = 20_000;

const heading = "lp,vehicleType,ownerName,ownerEmail,orgName,parkingId,validFrom,validTo";
const file = Array.from({ length: fileRows }, (_, index) => [
  `BN ${index % 60} QX ${index}`,
  "CAR",
  `Asha Rao ${index}`,
  `asha${index}@example.com`,
  "Bench",
  `P-${index}`,
  "2026-01-01",
  "2026-12-31",
]);

const withoutGroups = `${heading}\n${file.map((cells) => cells.join(",")).join("\n")}`;
const withGroups = `${heading},groups\n${file
  .map((cells, index) => `${cells.join(",")},Group ${1 + (index % groups)}; Group ${1 + ((index + 7) % groups)}`)
  .join("\n")}`;

const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const server = await startServer(dataDir);
let idleMb = 0;
const db = new pg.Client({ host: join(dataDir, "postgres"), user: "gatehouse", database: "gatehouse" });
await db.connect();
try {
  await seed();
  // The server keeps them in memory, to decide without the database. They are not the import's.
  await waitForSnapshot(server.url, storedRows);
  await sleep(settleMs);
  idleMb = readMemoryMb();
  console.log(`${storedRows.toLocaleString("en")} identifiers`);
  await compareImport(); // first, before other calls use memory
  await compareGroupImport();
  for (const [name, query, bare] of toLists()) await compareList(name, query, bare);
  await compareExport();
  await compareLookAlikes();
} finally {
  await db.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function readMemoryMb(): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

async function seed(): Promise<void> {
  await db.query(`
    insert into identifiers (origin, type, iid, "iidNormalized", lp, "vehicleType", "ownerName", "orgName", "validTo")
    select 'ADMIN', case when g % 5 = 0 then 'RFID' else 'LICENSE_PLATE' end,
      case when g % 5 = 0 then 'E200 ' || tag else state || ' ' || district || ' ' || series || ' ' || number end,
      case when g % 5 = 0 then 'E200' || tag else state || district || series || number end,
      case when g % 5 = 0 then state || ' ' || district || ' ' || series || ' ' || number end,
      'CAR', (array['Asha','Ravi','Meera','John','Fatima','Wei','Olga','Diego','Zoya','Kiran'])[1 + g % 10] || ' ' ||
        (array['Rao','Singh','Patel','Khan','Iyer','Das','Bose','Nair','Gupta','Joshi','Mehta'])[1 + g % 11],
      'Tower ' || g % 200, case when g % 3 = 0 then now() + (g % 700 - 100) * interval '1 day' end
    from (select g, upper(lpad(to_hex(g), 8, '0')) as tag, lpad((g / 8 % 60)::text, 2, '0') as district,
        (array['MH','KA','DL','TN','GJ','UP','RJ','KL'])[1 + g % 8] as state,
        chr(65 + g / 480 % 26) || chr(65 + g / 12480 % 26) as series, lpad((g / 17 % 9999)::text, 4, '0') as number
      from generate_series(1, ${storedRows}) g) as made`);
  await db.query(`insert into identifier_sightings select id, now() from identifiers where id % 4 = 0`);
  await db.query(`insert into access_groups (name) select 'Group ' || g from generate_series(1, ${groups}) g`);
  // Without triggers, which would announce and record a million rows.
  await db.query("set session_replication_role = replica");
  await db.query(`insert into identifier_groups select id, 1 + id % ${groups} from identifiers`);
  await db.query(`insert into identifier_group_changes ("identifierId", "groupId", "isMember")
    select "identifierId", "groupId", true from identifier_groups`);
  await db.query("reset session_replication_role");
  await db.query("vacuum analyze identifiers, identifier_sightings, identifier_groups, identifier_group_changes");
}

/** Each list with the conditions of the equivalent SQL statement. */
function toLists(): [name: string, query: string, bare: BareQuery][] {
  const contains = (text: string) => ({ where: `"searchText" like '%${text}%'`, offset: 0 });
  const expiresSoon = `"validTo" between now() and now() + interval '30 days' and ("validFrom" is null or "validFrom" <= now())`;
  const neverSeen = `not exists (select from identifier_sightings s where s."identifierId" = i.id)`;
  const inGroup = `id in (select "identifierId" from identifier_groups where "groupId" = 7)`;
  return [
    ["first page", "", { where: "true", offset: 0 }],
    ["page 9,000", "&page=9000", { where: "true", offset: 900_000 }],
    ["search, rare text", "&search=000ab12", contains("000AB12")],
    ["search, common text", "&search=asha", contains("ASHA")],
    ["search, two letters", "&search=mh", contains("MH")],
    ["expiring soon", "&filter=expiring", { where: expiresSoon, offset: 0 }],
    ["never seen", "&filter=never-seen", { where: neverSeen, offset: 0 }],
    ["group", "&groupId=7", { where: inGroup, offset: 0 }],
    ["group and search", "&groupId=7&search=asha", { where: `${inGroup} and "searchText" like '%ASHA%'`, offset: 0 }],
  ];
}

interface BareQuery {
  where: string;
  offset: number;
}

async function compareList(name: string, query: string, { where, offset }: BareQuery): Promise<void> {
  const headers = await signInHeaders(server.url);
  const calls: number[] = [];
  const statements: number[] = [];
  // Alternating, so load from other processes affects both.
  for (const began = performance.now(); calls.length < 5 || performance.now() - began < measureMs; ) {
    calls.push(
      await measure(async () => {
        const response = await fetch(`${server.url}${apiPath}/ac/ids?scope=ADMIN${query}`, { headers });
        if (!response.ok) throw new Error(`${name} returned ${response.status}.`);
        await response.arrayBuffer();
      }),
    );
    statements.push(
      await measure(async () => {
        await db.query(`select count(*) from identifiers i where origin = 'ADMIN' and ${where}`);
        await db.query(`select * from identifiers i left join identifier_sightings on "identifierId" = id
          where origin = 'ADMIN' and ${where} order by id desc limit 100 offset ${offset}`);
      }),
    );
  }
  report(name, fastestTenth(calls), fastestTenth(statements), maxListRatio);
}

/** Imports the same rows by the API and by COPY, alternating, each into the same table. */
async function compareImport(): Promise<void> {
  const calls: number[] = [];
  const copies: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < importRounds; round += 1) {
    const watch = watchMemory();
    calls.push(await measure(() => importFile()));
    peaks.push(watch.stop());
    await deleteImported();
    copies.push(await measure(copyRows));
    await deleteImported();
  }
  report(`import of ${fileRows.toLocaleString("en")} rows`, fastestTenth(calls), fastestTenth(copies), maxImportRatio);
  const increaseMb = Math.max(...peaks) - idleMb;
  const isMet = increaseMb <= maxImportMemoryMb;
  if (!isMet) process.exitCode = 1;
  console.log(
    `import memory                 ${increaseMb.toFixed(0)} MB above ${idleMb.toFixed(0)} MB when idle (limit ${maxImportMemoryMb}): ${formatVerdict(isMet)}`,
  );
}

/** Imports the same rows without and with two groups each, alternating. */
async function compareGroupImport(): Promise<void> {
  const plain: number[] = [];
  const grouped: number[] = [];
  for (let round = 0; round < importRounds; round += 1) {
    plain.push(await measure(() => importFile()));
    await deleteImported();
    grouped.push(await measure(() => importFile(withGroups)));
    await deleteImported();
  }
  report("import with groups", fastestTenth(grouped), fastestTenth(plain), maxGroupImportRatio);
}

/** Exports everything, compared with a COPY of the same columns. */
async function compareExport(): Promise<void> {
  const calls: number[] = [];
  const copies: number[] = [];
  const columns = `iid, lp, "vehicleType", "ownerName", "ownerEmail", "orgName", "parkingId", "validFrom", "validTo", "lastSeenAt"`;
  const names = `array(select a.name from identifier_groups g join access_groups a on a.id = g."groupId" where g."identifierId" = i.id)`;
  for (let round = 0; round < importRounds; round += 1) {
    calls.push(await measure(() => call("export", "/ac/ids/export?scope=ADMIN")));
    copies.push(
      await measure(async () => {
        const rows = `select ${columns}, ${names} from identifiers i left join identifier_sightings on "identifierId" = id order by id desc`;
        for await (const _ of db.query(copyTo(`copy (${rows}) to stdout`)));
      }),
    );
  }
  report("export", fastestTenth(calls), fastestTenth(copies), maxExportRatio);
}

/** The search for look-alike plates, compared with one pass over their index. */
async function compareLookAlikes(): Promise<void> {
  const calls: number[] = [];
  const statements: number[] = [];
  for (let round = 0; round < importRounds; round += 1) {
    calls.push(await measure(() => call("look-alikes", "/access/look-alikes")));
    statements.push(
      await measure(async () => {
        await db.query(`select count(*) from (select look_of("iidNormalized") from identifiers where type = 'LICENSE_PLATE'
          group by 1 having count(distinct "iidNormalized") > 1) shared`);
      }),
    );
  }
  report("look-alike plates", fastestTenth(calls), fastestTenth(statements), maxLookAlikeRatio);
}

async function call(name: string, path: string): Promise<void> {
  const response = await fetch(`${server.url}${apiPath}${path}`, { headers: await signInHeaders(server.url) });
  if (!response.ok || !response.body) throw new Error(`${name} returned ${response.status}.`);
  for await (const _ of response.body);
}

async function importFile(text = withoutGroups): Promise<void> {
  const body = new FormData();
  body.set("lps", new Blob([text], { type: "text/csv" }), "bench.csv");
  const response = await fetch(`${server.url}${apiPath}/ac/upload-lps`, {
    method: "POST",
    headers: await signInHeaders(server.url),
    body,
  });
  const result = (await response.json()) as { added?: number };
  if (result.added !== file.length) throw new Error(`The import returned ${JSON.stringify(result).slice(0, 200)}.`);
}

async function copyRows(): Promise<void> {
  const columns = `origin, type, "iidNormalized", iid, "vehicleType", "ownerName", "ownerEmail", "orgName", "parkingId", "validFrom", "validTo"`;
  function* lines(): Generator<string> {
    for (let start = 0; start < file.length; start += 1_000) {
      const block = file.slice(start, start + 1_000);
      yield block
        .map(([lp = "", ...cells]) => `ADMIN\tLICENSE_PLATE\t${lp.replaceAll(" ", "")}\t${[lp, ...cells].join("\t")}\n`)
        .join("");
    }
  }
  await pipeline(Readable.from(lines()), db.query(copyFrom(`copy identifiers (${columns}) from stdin`)));
}

async function deleteImported(): Promise<void> {
  await db.query(`delete from identifiers where "orgName" = 'Bench'`);
  await db.query("vacuum analyze identifiers");
  await db.query("checkpoint");
}

function watchMemory() {
  let peak = readMemoryMb();
  const timer = setInterval(() => {
    peak = Math.max(peak, readMemoryMb());
  }, 20);
  return {
    stop(): number {
      clearInterval(timer);
      return peak;
    },
  };
}

async function measure(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Other processes only add time, so the fast end is the most exact. */
function fastestTenth(times: readonly number[]): number {
  return percentile(times, 0.1);
}

function report(name: string, call: number, bare: number, maxRatio: number): void {
  const ratio = call / bare;
  const isMet = ratio <= maxRatio;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${name.padEnd(28)} ${call.toFixed(1).padStart(8)} ms, bare ${bare.toFixed(1).padStart(8)} ms   ratio ${ratio.toFixed(2)} (limit ${maxRatio}): ${formatVerdict(isMet)}`,
  );
}
