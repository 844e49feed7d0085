import { useLocalStorage } from "@mantine/hooks";

/** A choice that is stored in this browser, such as a filter or an open section. */
export function useStoredChoice<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, keep] = useLocalStorage<Value>({
    key: `gatehouse.${name}`,
    defaultValue: initial,
    getInitialValueInEffect: false,
  });
  return [value, keep];
}
