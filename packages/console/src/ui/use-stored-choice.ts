import { useLocalStorage } from "@mantine/hooks";

/** A choice that this browser remembers, such as a list's filter or an open section. */
export function useStoredChoice<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, keep] = useLocalStorage<Value>({
    key: `gatehouse.${name}`,
    defaultValue: initial,
    getInitialValueInEffect: false,
  });
  return [value, keep];
}
