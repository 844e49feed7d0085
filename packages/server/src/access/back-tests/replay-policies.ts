import { assertFound } from "@gatehouse/contract/assert-found";
import type { Rule } from "@gatehouse/contract/entities/access/rule";
import type { PastRead } from "@gatehouse/engine/back-test/past-read";
import type { ReplayPolicy } from "@gatehouse/engine/back-test/world";
import { compilePolicy, type PolicyInput, type RuleGate, type RuleInput } from "@gatehouse/engine/policy/policy";
import type pg from "pg";

/** A policy as `policy_document()` describes it. */
export interface PolicyDocument {
  readonly groups: PolicyInput["groups"];
  readonly areas: PolicyInput["areas"];
  readonly schedules: PolicyInput["schedules"];
  /** `times` is absent in versions that are older than it. */
  readonly rules: readonly (Omit<Rule, "modeSince" | "times"> & Partial<Pick<Rule, "times">>)[];
  readonly gates: readonly RuleGate[];
}

interface StoredVersion {
  readonly version: number;
  readonly atMs: number;
}

interface MembershipChange {
  readonly atMs: number;
  readonly groupId: number;
  readonly isMember: boolean;
}

const toTime = (text: string | null) => (text === null ? null : new Date(text));

/** The policies of a replay: the recorded versions, and drafts. */
export class ReplayPolicies {
  private readonly timeZone: string;
  /** All versions by age; the documents only of those that a replay needs. */
  private readonly versions: readonly StoredVersion[];
  private readonly documents: ReadonlyMap<number, PolicyDocument>;
  private readonly changes: ReadonlyMap<number, readonly MembershipChange[]>;
  /** Absent for deleted identifiers. */
  private readonly members: ReadonlyMap<number, readonly number[]>;
  private readonly compiled = new Map<number, ReplayPolicy>();
  private readonly withoutRules: ReplayPolicy;

  private constructor(loaded: {
    timeZone: string;
    versions: readonly StoredVersion[];
    documents: ReadonlyMap<number, PolicyDocument>;
    changes: ReadonlyMap<number, readonly MembershipChange[]>;
    members: ReadonlyMap<number, readonly number[]>;
    current: PolicyDocument;
  }) {
    this.timeZone = loaded.timeZone;
    this.versions = loaded.versions;
    this.documents = loaded.documents;
    this.changes = loaded.changes;
    this.members = loaded.members;
    const { gates } = loaded.current;
    const empty = { groups: [], areas: [], schedules: [], rules: [], gates: gates.map(withoutAreas) };
    this.withoutRules = this.compile(null, empty, (id, at) => this.groupsAt(id, at.getTime()));
  }

  static async load(
    client: pg.Client,
    {
      timeZone,
      identifierIds,
      reads,
      wanted,
      current,
    }: {
      timeZone: string;
      identifierIds: readonly number[];
      reads: readonly PastRead[];
      /** Further versions that are replayed. */
      wanted: readonly number[];
      current: PolicyDocument;
    },
  ): Promise<ReplayPolicies> {
    const { rows: versions } = await client.query<StoredVersion>(
      `select version, extract(epoch from at)::float8 * 1000 as "atMs" from policy_versions order by version`,
    );
    // A document of a thousand rules takes half a megabyte.
    const documents = await client.query<{ version: number; policy: PolicyDocument }>(
      "select version, policy from policy_versions where version = any($1)",
      [[...new Set([...wanted, ...listDecisive(versions, reads)])]],
    );
    const changes = await client.query<MembershipChange & { identifierId: number }>(
      `select "identifierId", extract(epoch from at)::float8 * 1000 as "atMs", "groupId", "isMember"
       from identifier_group_changes where "identifierId" = any($1) order by id`,
      [identifierIds],
    );
    const members = await client.query<{ id: number; groupIds: number[] }>(
      `select i.id, array(select g."groupId" from identifier_groups g where g."identifierId" = i.id) as "groupIds"
       from identifiers i where i.id = any($1)`,
      [identifierIds],
    );
    return new ReplayPolicies({
      timeZone,
      current,
      versions,
      documents: new Map(documents.rows.map(({ version, policy }) => [version, policy])),
      changes: Map.groupBy(changes.rows, ({ identifierId }) => identifierId),
      members: new Map(members.rows.map(({ id, groupIds }) => [id, groupIds])),
    });
  }

  /** A draft with the present memberships; deleted identifiers have those of the time of the read. */
  draft(document: PolicyDocument): ReplayPolicy {
    return this.compile(null, document, (id, at) => this.members.get(id) ?? this.groupsAt(id, at.getTime()));
  }

  /** A stored version with the memberships of its time; null if it does not exist. */
  version(wanted: number): ReplayPolicy | null {
    const document = this.documents.get(wanted);
    if (!document) return null;
    const next = this.versions.find(({ version }) => version > wanted);
    // Memberships that changed while it was in force belong to it.
    const until = next ? next.atMs - 1 : Number.POSITIVE_INFINITY;
    return this.compile(wanted, document, (id) => this.groupsAt(id, until));
  }

  /** The policy that decided a read; null if it is not stored. */
  recordedFor({ policyVersion, at }: PastRead): ReplayPolicy | null {
    const version = policyVersion ?? versionAt(this.versions, at);
    if (version === null) return this.withoutRules;
    const compiled = this.compiled.get(version);
    if (compiled) return compiled;
    const document = this.documents.get(version);
    if (!document) return null;
    const policy = this.compile(version, document, (id, time) => this.groupsAt(id, time.getTime()));
    this.compiled.set(version, policy);
    return policy;
  }

  private groupsAt(identifierId: number, atMs: number): readonly number[] {
    const changes = this.changes.get(identifierId);
    if (!changes) return noGroups;
    const groupIds = new Set<number>();
    for (const { atMs: changedAt, groupId, isMember } of changes) {
      if (changedAt > atMs) break;
      if (isMember) groupIds.add(groupId);
      else groupIds.delete(groupId);
    }
    return [...groupIds];
  }

  private compile(
    version: number | null,
    { groups, areas, schedules, rules, gates }: PolicyDocument,
    groupsOf: ReplayPolicy["groupsOf"],
  ): ReplayPolicy {
    const policy = compilePolicy({
      version,
      timeZone: this.timeZone,
      groups,
      areas,
      schedules,
      rules: rules.map(
        ({ validFrom, validTo, times = "during", ...rule }): RuleInput => ({
          ...rule,
          times,
          validFrom: toTime(validFrom),
          validTo: toTime(validTo),
        }),
      ),
      // What overrides decided is recorded with the events.
      overrides: [],
    });
    return { policy, gates: new Map(gates.map((gate) => [gate.id, gate])), groupsOf };
  }
}

const noGroups: readonly number[] = [];

/** The version that was in force at a time; null before the first one. */
function versionAt(versions: readonly StoredVersion[], at: Date): number | null {
  const atMs = at.getTime();
  let [from, to] = [0, versions.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (assertFound(versions[middle], "a version beyond the last").atMs <= atMs) from = middle + 1;
    else to = middle;
  }
  return versions[from - 1]?.version ?? null;
}

/** The versions that decided reads. */
const listDecisive = (versions: readonly StoredVersion[], reads: readonly PastRead[]): number[] =>
  reads.map(({ policyVersion, at }) => policyVersion ?? versionAt(versions, at)).filter((version) => version != null);

const withoutAreas = ({ id, name, type }: RuleGate): RuleGate => ({ id, name, type, fromAreaId: null, toAreaId: null });
