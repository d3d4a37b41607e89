/**
 * JSON in canonical form: keys sorted, no spaces (RFC 8785 for the values we use: strings, booleans, null, safe
 * integers and plain decimals). Used wherever JSON is hashed or compared.
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/** `undefined` members are left out, as `JSON.stringify` does. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)
