import { isOutsideNetworks } from "@gatehouse/contract/fields/network";
import { TextInput, type TextInputProps } from "@mantine/core";
import { useSite } from "../api/site.ts";
import classes from "./device-address-input.module.css";

interface DeviceAddressInputProps extends Pick<TextInputProps, "name" | "label" | "error" | "disabled"> {
  description: string | undefined;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** The address of a device, with a warning if the server must not connect to it. */
export function DeviceAddressInput({ description, value, onChange, ...shared }: DeviceAddressInputProps) {
  const { deviceNetworks } = useSite();
  const isOutside = deviceNetworks !== "" && isOutsideNetworks(deviceNetworks, value);
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      description={
        isOutside ? (
          <span className={classes.warning}>
            {`Outside the device networks (${deviceNetworks}), so the server won't connect to it. Change deviceNetworks in the settings.`}
          </span>
        ) : (
          description
        )
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
