/**
 * Registrations of people who prove their identity, and what was proven. Facts are sealed; policies are found by the
 * number's HMAC.
 */
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { Lang } from '../../lib/locale.ts'
import type { RegistrationStatus, RejectionReason } from './contract.ts'

export interface CredentialTables {
  registrations: RegistrationTable
  proven_identities: ProvenIdentityTable
  registration_codes: RegistrationCodeTable
  registration_undo_links: RegistrationUndoLinkTable
}

export interface RegistrationTable extends Stateful {
  status: RegistrationStatus
  user_id: string
  /** The browser's key: sending the same again is harmless. Unique with the user. */
  submission_key: string
  /** Sealed `Identity`; `null` once it was purged. */
  facts: string | null
  /** As `policies.insured_id_mac`. */
  id_mac: string
  /** HMAC of the network it was sent from. */
  network_mac: string
  /** Language in which its owner is told the result. */
  lang: Lang
  submitted_at: number
  decided_at: number | null
  reason: RejectionReason | null
  /** The photo: its receipt until it was checked (`photo_checked_at`), then the stored file; `null` once it was purged. */
  photo_id: string | null
  photo_checked_at: number | null
  /** Wrong codes that were entered for it. */
  wrong_codes: number
}

/** The policies that a code opens for a waiting registration. Codes of one registration differ. */
interface RegistrationCodeTable {
  registration_id: string
  policy_id: string
  /** HMAC of registration and code. */
  code_mac: string
  expires_at: number
}

/** Links by which a policyholder ends the access that a registration gave. The code itself is not stored. */
interface RegistrationUndoLinkTable {
  code_hash: string
  registration_id: string
  policy_id: string
  at: number
  expires_at: number
}

interface ProvenIdentityTable {
  user_id: string
  id_mac: string
  /** The registration's sealed facts: what the hash is of. */
  facts: string
  registration_id: string
  proven_at: number
}

export const credentialMigrations: Migrations = {
  credentials_002_codes: {
    up: async (db) => {
      await db.schema
        .alterTable('registrations')
        .addColumn('wrong_codes', INTEGER, (c) => c.notNull().defaultTo(0))
        .execute()
      await db.schema
        .createTable('registration_codes')
        .addColumn('registration_id', TEXT, (c) => c.notNull().references('registrations.id'))
        .addColumn('policy_id', TEXT, (c) => c.notNull())
        .addColumn('code_mac', TEXT, (c) => c.notNull())
        .addColumn('expires_at', BIGINT, (c) => c.notNull())
        .addPrimaryKeyConstraint('registration_codes_pk', ['registration_id', 'policy_id'])
        .execute()
      await db.schema
        .createTable('registration_undo_links')
        .addColumn('code_hash', TEXT, (c) => c.primaryKey())
        .addColumn('registration_id', TEXT, (c) => c.notNull().references('registrations.id'))
        .addColumn('policy_id', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addColumn('expires_at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('registration_undo_links_registration')
        .on('registration_undo_links')
        .column('registration_id')
        .execute()
    },
  },
  credentials_001_tables: {
    up: async (db) => {
      await withState(db.schema.createTable('registrations'))
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('submission_key', TEXT, (c) => c.notNull())
        .addColumn('facts', TEXT)
        .addColumn('id_mac', TEXT, (c) => c.notNull())
        .addColumn('network_mac', TEXT, (c) => c.notNull())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('submitted_at', BIGINT, (c) => c.notNull())
        .addColumn('decided_at', BIGINT)
        .addColumn('reason', TEXT)
        .addColumn('photo_id', TEXT)
        .addColumn('photo_checked_at', BIGINT)
        .addUniqueConstraint('registrations_key', ['user_id', 'submission_key'])
        .execute()
      for (const column of ['id_mac', 'network_mac', 'photo_id', 'status'] as const) {
        await db.schema.createIndex(`registrations_${column}`).on('registrations').column(column).execute()
      }
      await db.schema
        .createTable('proven_identities')
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('id_mac', TEXT, (c) => c.notNull())
        .addColumn('facts', TEXT, (c) => c.notNull())
        .addColumn('registration_id', TEXT, (c) => c.notNull().references('registrations.id'))
        .addColumn('proven_at', BIGINT, (c) => c.notNull())
        .addPrimaryKeyConstraint('proven_identities_pk', ['user_id', 'id_mac'])
        .execute()
    },
  },
}
