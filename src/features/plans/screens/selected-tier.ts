/** The tier a person looks at, one for the whole page: the price box and the table of benefits follow each other. Empty: none chosen yet. */
import { atom } from 'nanostores'

export const $selectedTier = atom('')
