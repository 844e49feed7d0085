// Written by `npm run generate` from the migrated database; a test fails when it is out of date.
import type { ColumnType, GeneratedAlways } from "kysely";

/** Read as the wire writes it, written as a Date. */
type Time = ColumnType<string, Date, Date>;

/** Written as JSON text, so that arrays and bare values are never taken for something else. */
type Json = ColumnType<unknown, string, string>;

/** Filled in by the database when an insert leaves it out. */
type Filled<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

/** Every table of the database. */
export interface Tables {
  ai_devices: {
    id: GeneratedAlways<number>;
    vendor: string;
    label: string;
    module: string;
    ip: string | null;
    apiPort: number | null;
    dashboardPort: number | null;
    apiBasepath: string | null;
    username: string | null;
    passwordSecret: string | null;
    version: Filled<number>;
    name: string | null;
  };
  alerts: {
    id: GeneratedAlways<number>;
    type: string;
    scope: string;
    subject: string;
    status: Filled<string>;
    title: string;
    description: string;
    additionalInfo: Filled<Json>;
    createdAt: Time;
    count: Filled<number>;
    lastSeenAt: Time;
    resolvedAt: Time | null;
  };
  audit_log: {
    id: GeneratedAlways<number>;
    at: Filled<Time>;
    userId: number | null;
    username: string;
    requestId: string;
    call: string;
    tableName: string;
    rowId: string | null;
    action: string;
    before: Json | null;
    after: Json | null;
  };
  boom_barriers: {
    id: GeneratedAlways<number>;
    uid: string;
    name: string;
    scope: Filled<string>;
    additionalInfo: Json;
    commissionedAt: Time | null;
    version: Filled<number>;
  };
  buzzers: {
    id: GeneratedAlways<number>;
    uid: string;
    name: string;
    scope: Filled<string>;
    additionalInfo: Json;
    commissionedAt: Time | null;
    version: Filled<number>;
  };
  camera_slots: {
    id: GeneratedAlways<number>;
    cameraId: number;
    name: string;
    displayName: string;
  };
  cameras: {
    id: GeneratedAlways<number>;
    aiDeviceId: number;
    module: string;
    name: string;
    status: Filled<string>;
    laneId: number | null;
    isBidirectional: Filled<boolean>;
    version: Filled<number>;
    ip: string | null;
    port: number | null;
    sinkPort: number | null;
    location: string | null;
    anprCameraId: string | null;
    epldCameraId: string | null;
    tvmId: number | null;
    rtspStreamUrl: string | null;
    mediaServerWebsocketUrl: string | null;
    mediaServerFrameUrl: string | null;
    mediaServerHealthUrl: string | null;
    pzapp: Json | null;
    pzappUid: string | null;
  };
  code_selections: {
    name: string;
    codes: string[];
  };
  commands: {
    id: Filled<number>;
    eventId: number | null;
    gateId: number | null;
    module: string | null;
    kind: string;
    targetKind: string;
    targetId: number;
    targetName: string;
    payload: Json;
    state: string;
    detail: Filled<string>;
    at: Time;
    expiresAt: Time;
    endedAt: Time | null;
    by: string | null;
    reason: string | null;
  };
  commissions: {
    version: GeneratedAlways<number>;
    at: Time;
    by: string;
    checksum: string;
    snapshot: Json;
    refused: Json;
    fetchedAt: Time | null;
  };
  configs: {
    id: GeneratedAlways<number>;
    scope: string;
    key: string;
    dataType: string;
    value: Json;
    isRequired: Filled<boolean>;
    version: Filled<number>;
  };
  device_health: {
    deviceId: number;
    isHealthy: boolean;
    failedProbes: number;
    since: Time;
  };
  display_variables: {
    displayId: number;
    position: number;
    variableId: number;
    label: string | null;
    templateKey: string | null;
  };
  displays: {
    id: GeneratedAlways<number>;
    uid: string;
    name: string;
    type: string;
    scope: string;
    additionalInfo: Filled<Json>;
    templateId: number | null;
    commissionedAt: Time | null;
    version: Filled<number>;
  };
  event_keys: {
    source: string;
    eventId: string;
    content: Filled<string>;
    toldAt: Filled<Time>;
    keyCamera: Filled<string>;
    camera: Filled<string>;
    isSavedCamera: Filled<boolean>;
    id: Filled<number>;
    at: Time;
  };
  events: {
    id: number;
    module: string;
    status: string;
    timing: string;
    occurredAt: Time;
    receivedAt: Time;
    deviceId: number | null;
    cameraId: number | null;
    controllerId: number | null;
    sensorId: number | null;
    sourceName: string;
    sourceUid: string;
    lp: string | null;
    lpRaw: string | null;
    plateNormalized: string | null;
    tag: string | null;
    tagNormalized: string | null;
    vehicleType: string | null;
    direction: string | null;
    confidence: number | null;
    speed: number | null;
    speedLimit: number | null;
    count: number | null;
    occupancy: Json | null;
    gateId: number | null;
    gateName: string | null;
    isGranted: boolean | null;
    reason: string;
    trace: Json | null;
    identifierId: number | null;
    reservationId: number | null;
    passageOf: number | null;
    sightings: Filled<number>;
    fullImage: string | null;
    plateImage: string | null;
    shelf: string;
  };
  field_controller: {
    id: number;
    lastBeatAt: Time;
  };
  gate_displays: {
    gateId: number;
    position: number;
    displayId: number;
  };
  gates: {
    id: GeneratedAlways<number>;
    name: string;
    type: string;
    scope: Filled<string>;
    sensorId: number | null;
    cameraId: number | null;
    boomBarrierId: number | null;
    buzzerId: number | null;
    version: Filled<number>;
  };
  identifier_sightings: {
    identifierId: number;
    lastSeenAt: Time;
  };
  identifiers: {
    id: GeneratedAlways<number>;
    origin: string;
    externalId: string | null;
    type: string;
    iid: string;
    iidNormalized: string;
    lp: string | null;
    vehicleType: string;
    parkingId: string | null;
    orgName: string | null;
    ownerName: string | null;
    ownerEmail: string | null;
    validFrom: Time | null;
    validTo: Time | null;
    version: Filled<number>;
    searchText: string | null;
  };
  ingest_tokens: {
    deviceId: number | null;
    sensorId: number | null;
    ingestSecret: string;
    isByAddress: Filled<boolean>;
    lastPayload: Json | null;
    knownAddress: string | null;
  };
  integration_keys: {
    id: GeneratedAlways<number>;
    name: string;
    purpose: string;
    prefix: string;
    keyHash: string;
    createdAt: Time;
    createdBy: string;
    lastUsedAt: Time | null;
    revokedAt: Time | null;
    lastAddress: string | null;
  };
  lanes: {
    id: GeneratedAlways<number>;
    name: string;
    speedLimit2w: number;
    speedLimit4w: number;
    version: Filled<number>;
  };
  login_buckets: {
    key: string;
    attempts: number[];
    emptyAt: number;
  };
  module_activation: {
    kind: string;
    active: boolean;
  };
  movements: {
    id: GeneratedAlways<number>;
    at: Time;
    kind: string;
    variableId: number;
    delta: number;
    reason: string | null;
    by: string | null;
    eventId: number | null;
  };
  mygate: {
    id: number;
    syncAPIUrl: string;
    notifyAPIUrl: string;
    deviceId: string;
    apiKeySecret: string | null;
    syncedUpTo: Filled<number>;
    lastSyncAt: Time | null;
    lastAttemptAt: Time | null;
    lastSyncFault: string | null;
  };
  outbox: {
    id: GeneratedAlways<number>;
    kind: string;
    payload: Json;
    createdAt: Time;
    attempts: Filled<number>;
    nextAttemptAt: Time;
    lastFault: string | null;
    takenAt: Time | null;
  };
  passages: {
    gateId: number;
    vehicle: string;
    eventId: number;
    occurredAt: Time;
    at: Time;
    module: string;
    isGranted: boolean;
    isCounted: boolean;
  };
  relay_releases: {
    host: string;
    port: number;
    relayNumber: number;
    driver: string;
    dueAt: Time;
  };
  reservation_uses: {
    reservationId: number;
    eventId: number;
    direction: string;
    at: Time;
  };
  reservations: {
    id: GeneratedAlways<number>;
    source: string;
    externalId: string;
    lp: string | null;
    lpNormalized: string | null;
    rfid: string | null;
    rfidNormalized: string | null;
    validFrom: Time;
    validTo: Time;
    gracePeriodEarliestEntry: Time | null;
    gracePeriodLatestEntry: Time | null;
    gracePeriodLatestExit: Time | null;
    driverFirstName: string | null;
    driverLastName: string | null;
    parkingAreaId: string | null;
    parkingUnitId: string | null;
    shouldAllowMultipleUsage: boolean;
  };
  rfid_server: {
    id: number;
    port: number;
    drv: string;
  };
  schema_migrations: {
    version: number;
    name: string;
    checksum: string;
    appliedAt: Filled<Time>;
  };
  sensors: {
    id: GeneratedAlways<number>;
    uid: string | null;
    name: string;
    scope: string;
    actuatorId: number | null;
    additionalInfo: Json;
    commissionedAt: Time | null;
    version: Filled<number>;
  };
  sessions: {
    id: string;
    userId: number;
    createdAt: Time;
    expiresAt: Time;
    endedAt: Time | null;
    address: string;
    userAgent: string;
  };
  slot_controllers: {
    id: GeneratedAlways<number>;
    aiDeviceId: number;
    uid: string;
    name: string;
    additionalInfo: Json;
    version: Filled<number>;
  };
  slot_reports: {
    variableId: number;
    toldAt: Time;
  };
  steady_time: {
    isOnly: Filled<boolean>;
    elapsedMs: number;
    wallAt: Time;
  };
  tvms: {
    id: GeneratedAlways<number>;
    name: string;
    code: string;
    version: Filled<number>;
  };
  users: {
    id: GeneratedAlways<number>;
    username: string;
    passwordHash: string;
    passwordChanged: Filled<boolean>;
    createdAt: Filled<Time>;
  };
  variable_terms: {
    equationOf: number;
    position: number;
    variableId: number;
    sign: number;
  };
  variable_weights: {
    movedId: number;
    variableId: number;
    weight: number;
  };
  variables: {
    id: GeneratedAlways<number>;
    name: string;
    type: string;
    scope: string;
    computedValue: Filled<number>;
    version: Filled<number>;
    publish: Filled<boolean>;
    constantValue: number | null;
    cameraId: number | null;
    slotControllerId: number | null;
    examples: Filled<Json>;
    displayName: string | null;
    maxValue: number | null;
    publishedAt: Time | null;
    formConstant: Filled<number>;
    totalCapacity: number | null;
    ledgerValue: Filled<number>;
    sourceKey: string | null;
    slotId: number | null;
    countingCameraId: number | null;
    sourceSensorId: number | null;
    sourceControllerId: number | null;
    slotNumber: number | null;
    vehicleClass: string | null;
    direction: string | null;
    startValue: number | null;
  };
}
