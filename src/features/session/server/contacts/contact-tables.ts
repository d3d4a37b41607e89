/** Changes of contact information, the links that undo them (decision 0061), and open questions of logins (0108). */
import { bigint, defineTable, integer, text, type RowOf } from '../../../../server/db/define-table.ts'

/** A change of someone's contact information: replaced, added (no old one) or removed (no new one). */
export const contactChanges = defineTable('contact_changes', {
  columns: {
    id: text().key(),
    user_id: text().of('users'),
    /** Increases within an account. */
    number: integer(),
    channel: text<'mobile' | 'email'>(),
    old_contact_id: text().orNull(),
    new_contact_id: text().orNull(),
    at: bigint(),
    undo_until: bigint(),
    undone_at: bigint().orNull(),
  },
  unique: { contact_changes_number: ['user_id', 'number'] },
  copy: { file: 'account', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { limits: ['contactChangesDay'] },
})
export type ContactChangeTable = RowOf<typeof contactChanges>

/** Links sent to the contacts that were told of a change. The code itself is not stored. */
export const contactUndoLinks = defineTable('contact_undo_links', {
  columns: {
    code_hash: text().key(),
    change_id: text().of('contact_changes'),
  },
  indexes: {
    contact_undo_links_change: ['change_id'],
  },
  copy: { not: 'hashes of links by which a change of contact is undone' },
  afterClosing: 'gone',
  growth: { each: 'contact_changes', most: 'one for each contact that is told' },
})

/** A login whose code was right, and which waits for an answer: is this account yours? At most one for each contact. */
export const accountQuestions = defineTable('account_questions', {
  columns: {
    contact_id: text().key().of('contacts'),
    user_id: text().of('users'),
    /** SHA-256 of the question's secret and the device that signs in; neither is stored. */
    question_hash: text().once(),
    /** When the code was entered. */
    asked_at: bigint(),
    /** The account signed out everywhere else since: a yes opens nothing any more, a no is heard all the same. */
    yes_over: integer<0 | 1>(),
  },
  indexes: {
    account_questions_user: ['user_id'],
  },
  copy: { not: 'that a login waits for an answer, for ten minutes' },
  afterClosing: 'gone',
  growth: { each: 'contacts', most: 'one' },
})
