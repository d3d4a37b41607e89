/** The search of the plan list: kept in the address, so that it can be shared, reloaded and returned to. */
import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import { EMPTY_SEARCH, COMPARE_MOST, readSearch, writeSearch, type PlanSearch } from '../../rules/plan-search.ts'

const HASH = '#compare'

/**
 * In a history entry: the list is shown, though its address may name as many plans as that of a comparison · the
 * comparison was opened from the list.
 */
interface EntryState {
  list?: boolean
  compare?: boolean
}
const entryState = (): EntryState => history.state ?? {}

export const $search = atom<PlanSearch>(EMPTY_SEARCH)

/** Reads the address, and follows the back and forward buttons. Returns a function that stops it. */
export function followAddress(): () => void {
  const read = (): void => $search.set(readSearch(location.search))
  read()
  addEventListener('popstate', read)
  return () => removeEventListener('popstate', read)
}

/** Changes the search without a history entry: filters are not pages to go back to. */
export function change(part: Partial<PlanSearch>): void {
  const next = { ...$search.get(), ...part }
  $search.set(next)
  history.replaceState(history.state, '', location.pathname + writeSearch(next, location.search) + location.hash)
}

/** Puts a tier into the comparison or takes it out. False when it is full. */
export function toggleCompare(id: string): boolean {
  const { compare } = $search.get()
  if (compare.includes(id)) change({ compare: compare.filter((one) => one !== id) })
  else if (compare.length >= COMPARE_MOST) return false
  else change({ compare: [...compare, id] })
  return true
}

/**
 * Whether the comparison is open (`#compare`): it has a history entry of its own, so the back button closes it. An
 * address with two or more tiers opens it, unless they were chosen in its list. Needs at least two of `count`.
 * `pressed`: it was opened here and now, not by going back to it.
 */
export function useCompareOpen(count: number): {
  open: boolean
  pressed: boolean
  show: () => void
  close: () => void
} {
  // Undefined until the address was read.
  const [asked, setAsked] = useState<boolean>()
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    const follow = (): void => setAsked(location.hash === HASH)
    // oxlint-disable-next-line react/set-state-in-effect -- the page was built without its address
    setAsked(location.hash === HASH || (entryState().list !== true && readSearch(location.search).compare.length > 1))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  useEffect(() => {
    if (asked === false && count > 0) history.replaceState({ ...entryState(), list: true }, '')
  }, [asked, count])
  const show = (): void => {
    history.pushState({ compare: true }, '', location.pathname + location.search + HASH)
    setAsked(true)
    setPressed(true)
  }
  const close = (): void => {
    setPressed(false)
    if (location.hash === HASH && entryState().compare === true) return history.back()
    history.replaceState({ list: true }, '', location.pathname + location.search)
    setAsked(false)
  }
  return { open: asked === true && count > 1, pressed, show, close }
}
