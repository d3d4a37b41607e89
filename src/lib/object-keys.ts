/**
 * Keys of objects with their types, which TypeScript widens to `string` because a value may have more keys than its
 * type says. For objects written in the source, and for what a schema has parsed (it removes keys it does not know).
 */

/** The keys of `object`, in the order in which they were written. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- true for objects without further keys, see above
  Object.keys(object) as (keyof T & string)[]

/** A record with a value for each of `keys`. */
export const recordOf = <K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets that every key has its entry
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>

/** `object` with these of its keys alone. */
export const picked = <T extends object, K extends keyof T & string>(object: T, keys: readonly K[]): Pick<T, K> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets that every key has its entry
  Object.fromEntries(keys.map((key) => [key, object[key]])) as Pick<T, K>

/** `object` without one of its keys. */
export function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  // oxlint-disable-next-line no-unused-vars -- named only to be left out
  const { [key]: _, ...rest } = object
  return rest
}

/**
 * `object` without the keys whose value is `undefined`, which a spread would put over what is there, or `empty` where
 * that means the same.
 */
export const onlyGiven = <T extends object>(
  object: T,
  empty?: unknown,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left has the keys and values of `object`
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== empty)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
