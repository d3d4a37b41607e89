/**
 * The proof that a change request needs (spec §5: an attachment). `kind` chooses the words `changes:proof.hint.<kind>`;
 * `files` is how many the form asks for. The server accepts no request without a file (submit-change.ts) and
 * refuses one whose files cannot be used (change-files-checked.ts).
 */
import type { ChangeItem, ChangeSide } from '../contract.ts'

export const requiredProof = (
  item: ChangeItem | '',
  side: ChangeSide | '' = '',
): { kind: 'contact' | 'id' | 'passport'; files: number } => ({
  kind: item === 'email' || item === 'mobile' ? 'contact' : side === 'passport' ? 'passport' : 'id',
  files: 1,
})
