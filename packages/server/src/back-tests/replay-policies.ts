import type { Rule } from "@gatehouse/contract/entities/access/rule.schema";
import type { PastRead } from "@gatehouse/engine/back-test/past-read";
import type { ReplayPolicy } from "@gatehouse/engine/back-test/world";
import { compilePolicy, type PolicyInput, type RuleGate, type RuleInput } from "@gatehouse/engine/policy/policy";
import type pg from "pg";

/** A policy as `policy_document()` describes it. */
export interface PolicyDocument {
  readonly groups: PolicyInput["groups"];
  readonly areas: PolicyInput["areas"];
  readonly schedules: PolicyInput["schedules"];
  readonly rules: readonly Omit<Rule, "modeSince">[];
  readonly gates: readonly RuleGate[];
}

interface StoredVersion {
  readonly version: number;
  readonly atMs: number;
  readonly policy: PolicyDocument;
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
  private readonly versions: readonly StoredVersion[];
  private readonly changes: ReadonlyMap<number, readonly MembershipChange[]>;
  /** Absent for deleted identifiers. */
  private readonly members: ReadonlyMap<number, readonly number[]>;
  private readonly compiled = new Map<number, ReplayPolicy>();
  private readonly withoutRules: ReplayPolicy;

  private constructor(loaded: {
    timeZone: string;
    versions: readonly StoredVersion[];
    changes: ReadonlyMap<number, readonly MembershipChange[]>;
    members: ReadonlyMap<number, readonly number[]>;
    current: PolicyDocument;
  }) {
    this.timeZone = loaded.timeZone;
    this.versions = loaded.versions;
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
      current,
    }: { timeZone: string; identifierIds: readonly number[]; current: PolicyDocument },
  ): Promise<ReplayPolicies> {
    const versions = await client.query<StoredVersion>(
      `select version, extract(epoch from at)::float8 * 1000 as "atMs", policy from policy_versions order by version`,
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
      versions: versions.rows,
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
    const found = this.versions.find(({ version }) => version === wanted);
    if (!found) return null;
    const next = this.versions.find(({ version }) => version > wanted);
    // Memberships that changed while it was in force belong to it.
    const until = next ? next.atMs - 1 : Number.POSITIVE_INFINITY;
    return this.compile(wanted, found.policy, (id) => this.groupsAt(id, until));
  }

  /** The policy that decided a read; null if it is not stored. */
  recordedFor({ policyVersion, at }: PastRead): ReplayPolicy | null {
    const decided = policyVersion === null ? undefined : this.compiled.get(policyVersion);
    if (decided) return decided;
    const atMs = at.getTime();
    const found =
      policyVersion === null
        ? this.versions.findLast((stored) => stored.atMs <= atMs)
        : this.versions.find(({ version }) => version === policyVersion);
    if (!found) return policyVersion === null ? this.withoutRules : null;
    const known =
      this.compiled.get(found.version) ??
      this.compile(found.version, found.policy, (id, time) => this.groupsAt(id, time.getTime()));
    this.compiled.set(found.version, known);
    return known;
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
        ({ validFrom, validTo, ...rule }): RuleInput => ({
          ...rule,
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

const withoutAreas = ({ id, name, type }: RuleGate): RuleGate => ({ id, name, type, fromAreaId: null, toAreaId: null });
