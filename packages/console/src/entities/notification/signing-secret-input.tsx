import { webhookSecretPrefix } from "@gatehouse/contract/entities/notification";
import { asText } from "@gatehouse/contract/fields/as-text";
import { Button, TextInput } from "@mantine/core";
import type { CustomFieldProps } from "../../forms/field.ts";
import classes from "./notification.module.css";

const secretBytes = 32;

const createSecret = (): string =>
  webhookSecretPrefix + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(secretBytes))));

/** NOTE-1: the secret that signs messages. It is visible while it is entered, because it has to be copied. */
export function SigningSecretInput({ value, onChange, faults, isEdit }: CustomFieldProps) {
  return (
    <div className={classes.secret}>
      <TextInput
        name="signingSecret"
        label="Signing secret"
        description={`Enter it in the other system too; it is not shown again${isEdit ? ". Leave empty to keep the stored one" : ""}`}
        placeholder={isEdit ? "•••••••• (stored)" : `${webhookSecretPrefix}…`}
        autoComplete="off"
        error={faults.signingSecret}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button variant="default" onClick={() => onChange(createSecret())}>
        Generate
      </Button>
    </div>
  );
}
