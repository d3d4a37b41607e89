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
