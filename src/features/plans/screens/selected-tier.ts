/**
 * The selected tier, one for the whole page, shared by the price box and the table of benefits. Empty: none selected
 * yet.
 */
import { atom } from 'nanostores'

export const $selectedTier = atom('')
