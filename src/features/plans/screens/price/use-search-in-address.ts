import { useEffect, useRef } from 'react'
import { writeSearch, type PlanSearch } from '../../rules/plan-search.ts'

/**
 * Keeps what was typed in the address, as the plan list does, so that it survives a reload, a change of language and
 * the way back from buying. Returns the function to call when something is typed: until then the address stays as it
 * was opened.
 */
export function useSearchInAddress(search: PlanSearch, tier: string, firstTier: string, ready: boolean): () => void {
  const touched = useRef(false)
  useEffect(() => {
    if (!ready) return
    const query = new URLSearchParams(location.search)
    if (!touched.current && tier === (query.get('tier') ?? firstTier)) return
    if (tier !== firstTier || query.has('tier')) query.set('tier', tier)
    history.replaceState(history.state, '', location.pathname + writeSearch(search, query.toString()) + location.hash)
  }, [search, tier, firstTier, ready])
  return () => {
    touched.current = true
  }
}
