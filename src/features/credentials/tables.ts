/**
 * Registrations of people who prove their identity, and what was proven. Facts are sealed; policies are found by the
 * number's HMAC.
 */
import { personInFacts } from '../../server/keys/hashed-texts.ts'
import { bigint, defineTable, integer, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'
import type { RegistrationStatus, RejectionReason } from './contract.ts'

const registrations = defineTable('registrations', {
  columns: {
    ...stateful<RegistrationStatus>(),
    user_id: text().of('users'),
    /** The browser's key: sending the same again is harmless. Unique with the user. */
    submission_key: text(),
    /** Sealed `Identity`; `null` once it was purged. */
    facts: text().orNull().sealed('registrations.facts'),
    /** As `policies.insured_id_mac`. */
    id_mac: text(),
    /** HMAC of the network it was sent from. */
    network_mac: text(),
    /** Language in which its owner is told the result. */
    lang: text<Lang>(),
    submitted_at: bigint(),
    decided_at: bigint().orNull(),
    reason: text<RejectionReason>().orNull(),
    /**
     * The photo: its receipt until it was checked (`photo_checked_at`), then the stored file; `null` once it was
     * purged.
     */
    photo_id: text().orNull(),
    photo_checked_at: bigint().orNull(),
    /** Wrong codes that were entered for it. */
    wrong_codes: integer().else(0),
  },
  unique: { registrations_key: ['user_id', 'submission_key'] },
  indexes: {
    registrations_id_mac: ['id_mac'],
    registrations_network_mac: ['network_mac'],
    registrations_photo_id: ['photo_id'],
    registrations_photos: { on: ['decided_at'], where: 'photo_id is not null' },
    registrations_status: ['status'],
  },
  copy: { file: 'verifications', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { limits: ['registrationsDay', 'registrationsMonth', 'registrationsNetworkDay'] },
  hashes: { columns: ['id_mac'], texts: personInFacts },
})
export type RegistrationTable = RowOf<typeof registrations>

/** The policies that a code opens for a waiting registration. Codes of one registration differ. */
const registrationCodes = defineTable('registration_codes', {
  columns: {
    registration_id: text().of('registrations'),
    policy_id: text(),
    /** HMAC of registration and code. */
    code_mac: text(),
    expires_at: bigint(),
  },
  key: { name: 'registration_codes_pk', on: ['registration_id', 'policy_id'] },
  copy: { not: 'keyed hashes that limit codes, calls and letters; they go within days and name nobody' },
  afterClosing: 'gone',
  growth: { each: 'registrations', most: 'three' },
})

/** Links by which a policyholder ends the access that a registration gave. The code itself is not stored. */
const registrationUndoLinks = defineTable('registration_undo_links', {
  columns: {
    code_hash: text().key(),
    registration_id: text().of('registrations'),
    policy_id: text(),
    at: bigint(),
    expires_at: bigint(),
  },
  indexes: {
    registration_undo_links_registration: ['registration_id'],
  },
  copy: { not: 'hashes of links in messages to policyholders' },
  afterClosing: 'gone',
  growth: { each: 'registrations', most: 'one for each policy that it opens' },
})

const provenIdentities = defineTable('proven_identities', {
  columns: {
    user_id: text().of('users'),
    id_mac: text(),
    /** The registration's sealed facts: what the hash is of. */
    facts: text().sealed('registrations.facts'),
    registration_id: text().of('registrations'),
    proven_at: bigint(),
  },
  key: { name: 'proven_identities_pk', on: ['user_id', 'id_mac'] },
  indexes: { proven_identities_mac: ['id_mac'] },
  copy: { file: 'verifications', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
  hashes: { columns: ['id_mac'], texts: personInFacts },
})

export const credentialTables = {
  registrations,
  proven_identities: provenIdentities,
  registration_codes: registrationCodes,
  registration_undo_links: registrationUndoLinks,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof credentialTables> {}
}
