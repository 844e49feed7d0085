import { type Webhook, type webhookDraft, webhookSecretPrefix } from "@gatehouse/contract/entities/notification";
import { signingSecretUnreadable } from "@gatehouse/contract/entities/notification.messages";
import { asText } from "@gatehouse/contract/fields/as-text";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button, TextInput } from "@mantine/core";
import type { CustomFieldProps, FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import classes from "./notification.module.css";

const secretBytes = 32;

const createSecret = (): string =>
  webhookSecretPrefix + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(secretBytes))));

/** The secret that signs messages. It is visible while it is entered, because it has to be copied. */
function SigningSecretInput({ value, onChange, errors, isEdit }: CustomFieldProps) {
  return (
    <div className={classes.secret}>
      <TextInput
        name="signingSecret"
        label="Signing secret"
        description={`Enter it in the other system too; it is not shown again${isEdit ? ". Leave empty to keep the stored one" : ""}`}
        placeholder={isEdit ? "•••••••• (stored)" : `${webhookSecretPrefix}…`}
        autoComplete="off"
        error={errors.signingSecret}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button variant="default" onClick={() => onChange(createSecret())}>
        Generate
      </Button>
    </div>
  );
}

export const webhooks: Resource<Webhook, FieldName<typeof webhookDraft>> = {
  topic: "notification_webhooks",
  name: "notification_webhooks",
  noun: "webhook",
  list: { key: "GET /notifications/webhooks" },
  create: "POST /notifications/webhooks",
  change: "PUT /notifications/webhooks/{id}",
  remove: "DELETE /notifications/webhooks/{id}",
  test: { key: "POST /notifications/webhooks/{id}/test", label: "Send test message" },
  draft: () => import("@gatehouse/contract/entities/notification").then((file) => file.webhookDraft),
  fields: [
    { kind: "text", name: "name", label: "Name", placeholder: "Maintenance desk" },
    { kind: "text", name: "url", label: "URL", placeholder: "https://desk.example.com/hooks/gatehouse" },
    {
      kind: "custom",
      name: "signingSecret",
      label: "Signing secret",
      initial: "",
      isRequiredIfNew: true,
      draw: (props) => <SigningSecretInput {...props} />,
    },
  ],
  texts: {
    empty: "No webhooks yet",
    purpose: "A webhook sends alerts to another system, such as a chat or a maintenance desk.",
    confirmDelete: ({ name }) => `Are you sure you want to delete: ${name}? Messages that wait for it are discarded.`,
  },
  title: ({ name }) => name,
  details: ({ url }) => url,
  state: ({ waiting, lastFault, isSecretUnreadable }) => {
    const text = isSecretUnreadable
      ? signingSecretUnreadable
      : waiting > 0 && `${formatCount(waiting, "message")} waiting. ${asText(lastFault)}`;
    return text ? (
      <span className={classes.state} data-bad={isSecretUnreadable || lastFault !== null || undefined}>
        {text}
      </span>
    ) : null;
  },
};
