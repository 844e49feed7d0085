/** Every error of the API with its status and default text. */
export const apiErrors = {
  "request/invalid": { status: 400, text: "The request is not valid" },
  "request/bad-json": { status: 400, text: "The body is not valid JSON" },
  "request/too-large": { status: 413, text: "The request is too large" },
  "request/headers-too-large": { status: 431, text: "The request's headers are too large" },
  "request/too-slow": { status: 408, text: "The request took too long to arrive" },
  "request/too-many": { status: 429, text: "Too many requests from this address at once, please try again shortly" },
  "request/cancelled": { status: 400, text: "The caller disconnected, so nothing was stored" },
  "request/unsupported-type": { status: 415, text: "This content type is not supported" },
  "auth/unknown-app": { status: 403, text: "Unknown application" },
  "auth/wrong-credentials": { status: 401, text: "Wrong username or password" },
  "auth/not-signed-in": { status: 401, text: "Please sign in" },
  "auth/session-ended": { status: 401, text: "Your session has ended, please sign in again" },
  "auth/session-idle": {
    status: 401,
    text: "You were signed out because you did not use the console for a while. Please sign in again.",
  },
  "auth/session-too-old": {
    status: 401,
    text: "Your session reached its maximum age. Please sign in again.",
  },
  "auth/account-disabled": { status: 401, text: "This account was disabled. Please ask an administrator." },
  "auth/wrong-current-password": { status: 403, text: "The current password is wrong" },
  "auth/token-not-allowed": {
    status: 403,
    text: "Personal access tokens can't be used for this call. Please sign in instead.",
  },
  "key/wrong-call": { status: 403, text: "This API key is not for this call" },
  "token/invalid": { status: 401, text: "This personal access token is not valid" },
  "token/expired": { status: 401, text: "This personal access token has expired. Please create a new one." },
  "token/revoked": { status: 401, text: "This personal access token was revoked" },
  "auth/password-change-required": { status: 403, text: "Please change your password first" },
  "auth/second-factor-needed": { status: 401, text: "Please complete the second step of signing in" },
  "auth/second-step-done": { status: 409, text: "You have completed the second step already" },
  "auth/second-factor-setup-needed": {
    status: 403,
    text: "Your role requires a second factor. Please set one up first.",
  },
  "auth/wrong-code": { status: 400, text: "Wrong code" },
  "auth/code-used": { status: 400, text: "This code was already used. Please wait for the next one." },
  "auth/clock-skew": { status: 400, text: "The clocks of your phone and the server differ: check them" },
  "auth/wrong-recovery-code": { status: 400, text: "This is not one of your recovery codes" },
  "auth/recovery-code-used": {
    status: 400,
    text: "This recovery code was already used. Each code works once: please use another one.",
  },
  "auth/factor-unreadable": {
    status: 409,
    text: "Codes can't be checked, because the server's secret key was changed. Please use a recovery code.",
  },
  "auth/factor-required": { status: 409, text: "Your role requires a second factor: add another one first" },
  "auth/no-factor": { status: 409, text: "Set up an authenticator app or a passkey first" },
  "auth/recent-sign-in-needed": { status: 403, text: "Please confirm your password first" },
  "auth/wrong-password": { status: 400, text: "Wrong password" },
  "passkey/no-host-name": { status: 409, text: "Passkeys need a host name instead of an IP address" },
  "passkey/unknown": { status: 400, text: "This passkey is not known here. Please sign in another way." },
  "passkey/expired": { status: 400, text: "This took too long. Please try again." },
  "passkey/failed": { status: 400, text: "The passkey could not be verified. Please try again." },
  "passkey/too-many": { status: 409, text: "You have too many passkeys: delete one first" },
  "auth/not-permitted": { status: 403, text: "You are not allowed to do this" },
  "auth/disabled": { status: 403, text: "This account is disabled. Please ask an administrator." },
  "auth/invitation-expired": {
    status: 403,
    text: "This one-time password has expired. Please ask an administrator for a new one.",
  },
  "auth/pin-session": {
    status: 403,
    text: "You switched to this account with a PIN. Log out and sign in with your password to do this.",
  },
  "auth/pin-not-allowed": {
    status: 403,
    text: "You can't use a PIN: your role requires a second factor, or you sign in with a provider",
  },
  "auth/wrong-pin": { status: 403, text: "Wrong PIN" },
  "auth/pin-locked": {
    status: 403,
    text: "This PIN is locked after too many wrong attempts. Sign in with your password to unlock it.",
  },
  "auth/not-switchable": {
    status: 403,
    text: "You can't switch to this person: they have no PIN, are disabled, or need a second factor",
  },
  "auth/local-disabled": {
    status: 403,
    text: "Local accounts are switched off here. Please sign in with your organisation's account.",
  },
  "auth/no-password": {
    status: 409,
    text: "This account signs in with a provider and has no password here",
  },
  "auth/access-ended": { status: 401, text: "Your access has ended. Please sign in again." },
  "provider/unknown": { status: 404, text: "This sign-in provider does not exist or is switched off" },
  "provider/unreachable": {
    status: 502,
    text: "The sign-in provider didn't respond. Try again, or use a local account.",
  },
  "provider/refused": { status: 403, text: "The sign-in provider refused the sign-in" },
  "provider/expired": {
    status: 400,
    text: "This sign-in took too long, was already used or was started in another browser. Please try again.",
  },
  "provider/clock": {
    status: 403,
    text: "The clocks of the sign-in provider and this server differ by more than a minute",
  },
  "provider/no-role": { status: 403, text: "Your account has no role here. Please ask an administrator." },
  "provider/username": { status: 403, text: "The user name from the sign-in provider can't be used here" },
  "sign-in/no-provider": {
    status: 409,
    text: "No sign-in provider works, so local accounts can't be switched off. Add one and test it first.",
  },
  "user/emergency-account": {
    status: 409,
    text: "This is the emergency account. Choose another one under Sign-in first.",
  },
  "user/last-administrator": {
    status: 409,
    text: "This is the last enabled administrator: the site would have none left",
  },
  "auth/too-many-attempts": { status: 429, text: "Too many attempts, please wait before trying again" },
  "auth/busy": { status: 503, text: "Too many people are signing in at the moment, please try again in a few seconds" },
  "route/unknown": { status: 404, text: "This path does not exist" },
  "record/not-found": { status: 404, text: "This record does not exist or was deleted" },
  "record/taken": { status: 409, text: "This value is already used by another record" },
  "record/changed": { status: 409, text: "Someone else changed this record" },
  "record/in-use": { status: 409, text: "This is still in use" },
  "stay/no-fare": { status: 409, text: "This stay has no fare that could be reduced" },
  "rule/confirmation-needed": {
    status: 409,
    text: "These rules would have denied many vehicles. Type the text to confirm.",
  },
  "alert/resolved": { status: 409, text: "This alert is already resolved" },
  "cursor/invalid": { status: 400, text: "Invalid list position, please start again from the first page" },
  "key/invalid": { status: 401, text: "This key is not valid, or was revoked" },
  "secret/too-many-attempts": { status: 429, text: "Too many wrong secrets from this address, please wait" },
  "commission/none": { status: 404, text: "Nothing has been commissioned yet" },
  "device/unreachable": { status: 502, text: "The device didn't respond" },
  "device/by-hand": { status: 409, text: "This device does not report its cameras; add them manually" },
  "device/camera-gone": { status: 409, text: "The device no longer reports this camera" },
  "camera/no-frames": { status: 409, text: "This camera has no frame URL" },
  "camera/no-picture": { status: 502, text: "No picture from the camera" },
  "variable/circle": { status: 409, text: "This equation would refer to itself" },
  "variable/base": { status: 409, text: "Base variables are managed by their camera or sensor" },
  "variable/constant": { status: 409, text: "A constant is edited, not corrected" },
  "variable/not-mappable": {
    status: 409,
    text: "Only counted variables of RFID access control can be mapped to the dashboard",
  },
  "cloud/no-address": {
    status: 409,
    text: "No cloud address: enter cloudUrl in Global Configurations first",
  },
  "identifier/not-admin": {
    status: 409,
    text: "Only identifiers added by Admin can be added, changed or deleted here",
  },
  "import/faulty": { status: 400, text: "Nothing was imported, because some lines are faulty" },
  "mygate/not-set": { status: 409, text: "MyGate is not set up: enter its addresses in Integration Settings first" },
  "mygate/failed": { status: 502, text: "MyGate didn't respond" },
  "gate/nothing-wired": { status: 409, text: "The gate has no device of this kind" },
  "gate/no-vehicle": { status: 409, text: "No vehicle is on the loop of this gate. The barrier was not opened." },
  "event/no-gate": { status: 409, text: "This event happened at no gate" },
  "event/too-old": { status: 409, text: "This vehicle was read too long ago. Open the gate on its own page." },
  "event/may-have-left": { status: 409, text: "Check that this vehicle is still at the barrier" },
  "event/opened": { status: 409, text: "The gate was already opened for this vehicle" },
  "module/inactive": { status: 409, text: "This module is switched off" },
  "display/no-page": { status: 409, text: "Only multimedia displays have a page" },
  "ingest/refused": { status: 401, text: "Unknown device or wrong secret" },
  "ingest/wrong-camera": { status: 403, text: "This port accepts pushes from its camera's address only" },
  "ingest/no-address": { status: 409, text: "No IP address set, so pushes can't be authenticated by address" },
  "ingest/not-understood": { status: 400, text: "Unknown message format" },
  "ingest/spool-full": {
    status: 503,
    text: "The database is not available and the spool is full, so the message was not stored. Please send it again later.",
  },
  "mapping/no-sample": { status: 409, text: "Nothing received yet: the device has to send a message first" },
  "privacy/held": { status: 409, text: "A legal hold covers this plate" },
  "privacy/minimum-retention": { status: 409, text: "The minimum retention has not ended yet" },
  "image/unavailable": { status: 503, text: "The picture store is not available, please try again" },
  "report/not-enabled": {
    status: 409,
    text: "This report type is not enabled. Choose the report types under Reporting.",
  },
  "report/too-many": { status: 409, text: "Too many reports are waiting. Please wait, or cancel some." },
  "report/not-finished": { status: 409, text: "This report is not finished" },
  "report/file-deleted": { status: 404, text: "The file of this report was deleted. Please produce it again." },
  "report/file-only": { status: 409, text: "This report is not shown on screen. Download it as a file." },
  "config/locked": {
    status: 409,
    text: "The key and data type of a required configuration can't be changed, and it can't be deleted",
  },
  "metrics/not-allowed": {
    status: 403,
    text: "Metrics can be read on the server itself, from the networks in metricsNetworks, or with the metrics token",
  },
  "server/unexpected": { status: 500, text: "Something went wrong on the server" },
  "server/busy": { status: 503, text: "The server is busy, please try again shortly" },
  "server/unavailable": { status: 503, text: "The database is not available, please try again" },
} as const satisfies Record<string, { status: number; text: string }>;

/** The stable name of an error. */
export type ErrorCode = keyof typeof apiErrors;

/** The shape of every error response. Further members carry details of the error. */
export interface ErrorResponse {
  code: ErrorCode;
  message: string | string[];
  /** The id of the request in the server's log. */
  requestId?: string;
  errors?: { path: string; message: string }[];
  /** The records that still use a record to be deleted. */
  dependents?: Dependent[];
  /** The current record, if someone else changed it meanwhile. */
  current?: unknown;
  /** The text to type, and what the rules would have done last week. */
  confirmation?: { text: string; newlyDenied: number; grants: number; ownVehicles: string[] };
}

/** Something that uses a record. */
export interface Dependent {
  kind: string;
  id: number;
  name: string;
}
