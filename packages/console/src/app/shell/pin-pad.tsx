import { pinHint, pinLimits } from "@gatehouse/contract/entities/auth/pin";
import { Button } from "@mantine/core";
import { IconBackspace } from "@tabler/icons-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import classes from "./pin-pad.module.css";

interface PinPadProps {
  label: string;
  /** Why the last PIN was rejected. */
  error: string | undefined;
  isBusy: boolean;
  onSubmit: (pin: string) => Promise<void>;
}

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Enters a PIN by touch or keyboard. The input keeps the focus, and no screen keyboard covers the pad. */
export function PinPad({ label, error, isBusy, onSubmit }: PinPadProps) {
  const [pin, setPin] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isBusy) input.current?.focus();
  }, [isBusy]);

  const enter = (text: string) => setPin(text.replaceAll(/[^0-9]/g, "").slice(0, pinLimits.maxDigits));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || pin.length < pinLimits.minDigits) return;
    await onSubmit(pin);
    setPin("");
  };
  const key = (text: string) => (
    <button key={text} type="button" className={classes.key} onClick={() => enter(pin + text)}>
      {text}
    </button>
  );

  return (
    <form onSubmit={(event) => void submit(event)}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className={classes.pin}
        type="password"
        name="pin"
        inputMode="none"
        autoComplete="one-time-code"
        placeholder={pinHint}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-fault`}
        value={pin}
        readOnly={isBusy}
        onChange={(event) => enter(event.currentTarget.value)}
      />
      <p id={`${id}-fault`} className={classes.fault} role="alert">
        {error}
      </p>
      {/* A press must not move the focus out of the input, so that touch and keyboard can be mixed. */}
      <div className={classes.pad} onPointerDown={(event) => event.preventDefault()}>
        {digits.map(key)}
        <button
          type="button"
          className={classes.key}
          aria-label="Delete the last digit"
          disabled={pin === ""}
          onClick={() => setPin(pin.slice(0, -1))}
        >
          <IconBackspace size={24} stroke={1.6} aria-hidden />
        </button>
        {key("0")}
        <Button type="submit" className={classes.submit} loading={isBusy} disabled={pin.length < pinLimits.minDigits}>
          Switch
        </Button>
      </div>
    </form>
  );
}
