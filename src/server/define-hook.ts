/**
 * Hooks: what a room of the house asks of those above it, without knowing them (design §3). The room that asks declares
 * the hook; each feature hands over its part in `ServerFeature.hooks`. So imports run downward only.
 */

/** A feature's part of one hook. Only the hook that made it can read it. */
export interface HookPart {
  /** Where each feature's part must have a name of its own: the hook's name and the part's. */
  readonly unique: string | undefined
}

/** `Deps`, as far as hooks read it. */
interface Composed {
  readonly hooks: readonly HookPart[]
}

export interface Hook<T> {
  /** For `ServerFeature.hooks`. */
  part: (value: T) => HookPart
  /** What the features handed over, in their order. */
  all: (deps: Composed) => readonly T[]
  /** By the name that `nameOf` gave it. */
  find: (deps: Composed, name: string) => T | undefined
}

/** `nameOf`: for a hook that takes each name once, such as the kinds of payables. */
export function defineHook<T>(hook: string, nameOf?: (value: T) => string): Hook<T> {
  const values = new WeakMap<HookPart, T>()
  const lists = new WeakMap<readonly HookPart[], readonly T[]>()
  const all = ({ hooks }: Composed): readonly T[] => {
    const known = lists.get(hooks) ?? hooks.flatMap((it) => values.get(it) ?? [])
    lists.set(hooks, known)
    return known
  }
  return {
    part: (value) => {
      const part = { unique: nameOf && `${hook} ${nameOf(value)}` }
      values.set(part, value)
      return part
    },
    all,
    find: (deps, name) => all(deps).find((it) => nameOf?.(it) === name),
  }
}

/** The parts of all features, for `Deps`; two of one name stop the start. */
export function collectHooks(features: readonly { hooks?: readonly HookPart[] }[]): readonly HookPart[] {
  const hooks = features.flatMap((it) => it.hooks ?? [])
  const names = hooks.flatMap(({ unique }) => unique ?? [])
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw new Error(`two features hand over the same: ${twice}`)
  return hooks
}
