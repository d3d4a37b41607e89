/**
 * What the check of the content makes of a text, once per text: it reads the same files for each day to come, and again
 * after each change while somebody writes. Elsewhere nothing is kept: a server reads each text once.
 */

let run = 0
let remembers = false

/** Within `work`, and within the next one that follows, what was kept is made no second time. */
export function remembering<T>(work: () => T): T {
  if (remembers) return work()
  run += 1
  remembers = true
  try {
    return work()
  } finally {
    remembers = false
  }
}

/** Keeps what is made under the texts that it is made of, as long as each run asks for it again. */
export function keptByTexts<T>(): (texts: readonly string[], make: () => T) => T {
  let last = 0
  let made = new Map<string, { it: T }>()
  let earlier: typeof made = new Map()
  return (texts, make) => {
    if (!remembers) return make()
    if (last !== run) {
      earlier = last === run - 1 ? made : new Map()
      made = new Map()
      last = run
    }
    const key = texts.join('\0')
    const known = made.get(key) ?? earlier.get(key) ?? { it: make() }
    made.set(key, known)
    return known.it
  }
}

/** A function of nothing but texts that remembers its results. They are shared: nobody changes what it is given. */
export function oncePerText<A extends readonly string[], T>(make: (...texts: A) => T): (...texts: A) => T {
  const kept = keptByTexts<T>()
  return (...texts) => kept(texts, () => make(...texts))
}

/** The same of something that was made of a text, as long as that is kept. */
export function oncePer<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, { it: T }>()
  return (of) => {
    const known = made.get(of) ?? { it: make(of) }
    made.set(of, known)
    return known.it
  }
}
