import { expect, test } from 'vitest'
import { features } from '../feature-list.ts'
import { kindOfTemplate, OPTIONAL_KINDS } from './message-kinds.ts'
import { templatesOf } from './message-templates.ts'

const templates = Object.keys(templatesOf(features))

test('each template belongs to a kind', () => {
  expect(templates.length).toBeGreaterThan(30)
  expect(templates.filter((name) => kindOfTemplate(name) === undefined)).toEqual([])
  expect(kindOfTemplate('unheard_of')).toBeUndefined()
})

test('only reminders of a term can be switched off', () => {
  expect(templates.filter((name) => OPTIONAL_KINDS.some((kind) => kind === kindOfTemplate(name))).sort()).toEqual([
    'policy_ended',
    'policy_ending',
    'policy_ending_extend',
    'policy_started',
  ])
})

test('codes and consent links go where they were sent', () => {
  expect(['login_code', 'order_consent', 'order_link'].map(kindOfTemplate)).toEqual(['direct', 'direct', 'direct'])
})
