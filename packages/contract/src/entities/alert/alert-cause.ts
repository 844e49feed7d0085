import type { AlertScope, AlertType } from "./alert-type.ts";

/** A fault to raise as an alert. Alerts of the same type and subject are one alert. */
export interface AlertCause {
  readonly type: AlertType;
  readonly scope: AlertScope;
  readonly subject: string;
  readonly title: string;
  readonly description: string;
  readonly additionalInfo: Readonly<Record<string, unknown>>;
}
