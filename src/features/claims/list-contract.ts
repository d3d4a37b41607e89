/**
 * Claims as lists show them, apart from the rest: pages that only list claims load this file and no form. Other
 * features import only this file.
 */
export * from './rules/listed-claim.ts'
export { CLAIM_STEPS, type ClaimStep } from './rules/status-values.ts'
export {
  clockDay,
  clockShape,
  CLAIM_BADGE,
  claimHref,
  claimTitle,
  goOnPath,
  groupOf,
  groupsByNeed,
  lateDays,
  nextWords,
  resultPath,
  sortByNeed,
  sumsWords,
} from './rules/claim-list-words.ts'
