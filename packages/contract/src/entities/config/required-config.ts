import type { ConfigScope } from "../../modules/module.ts";
import type { ConfigValue, DataType } from "./config-value.ts";

/** A setting that the server reads: always present, with a description and validation. */
export interface RequiredConfig {
  readonly scope: ConfigScope;
  readonly dataType: DataType;
  readonly initial: ConfigValue;
  readonly description: string;
  /** SAFE-8: whether the value is the address of another system, which must be in integrationNetworks. */
  readonly isIntegrationUrl?: boolean;
  /** The fault of a value; undefined if it is valid. */
  readonly fault: (value: ConfigValue) => string | undefined;
}
