/** The reads by Prisma: each answer's rows by one query with what belongs to them. */
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaClient } from './generated/client.ts'

const seenBy = ({ user, mobile, mobileFrom, email, emailFrom }) => ({
  status: { in: ['issued', 'cancelled'] },
  OR: [
    { user_id: user },
    { buyer_mobile_mac: mobile, issued_at: { gt: mobileFrom } },
    { buyer_email_mac: email, issued_at: { gt: emailFrom } },
    { insured_mobile_mac: mobile, issued_at: { gt: mobileFrom } },
    { insured_email_mac: email, issued_at: { gt: emailFrom } },
    { kept: { some: { user_id: user } } },
    { proven: { some: { user_id: user } } },
  ],
})
const tabs = {
  valid: (today) => ({ status: 'issued', starts: { lte: today }, ends: { gte: today } }),
  pending_activation: (today) => ({ status: 'issued', starts: { gt: today } }),
  expired: (today) => ({ OR: [{ status: 'cancelled' }, { ends: { lt: today } }] }),
}
const order = {
  valid: [{ ends: 'asc' }, { id: 'asc' }],
  pending_activation: [{ starts: 'asc' }, { id: 'asc' }],
  expired: [{ ends: 'desc' }, { id: 'desc' }],
}
const inTab = (reader, tab, today) => ({ AND: [seenBy(reader), tabs[tab](today)] })
const inTime = [{ at: 'asc' }, { id: 'asc' }]
const moves = { entity: 'claim', from_status: { not: null } }

/** @returns {import('../../tests/bench/peers/rows.ts').Store} */
export function prismaStore(file) {
  const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${file}` }) })
  return { ...ofPeople(prisma), ...ofOrders(prisma), ...ofClaims(prisma), ...ofOneClaim(prisma) }
}

const ofPeople = (prisma) => ({
  session: (token_hash) => prisma.sessions.findUnique({ where: { token_hash } }),
  touch: (id, now) => prisma.sessions.update({ where: { id }, data: { last_seen_at: now } }),
  user: (id) => prisma.users.findUnique({ where: { id } }),
  contacts: (user_id) => prisma.contacts.findMany({ where: { user_id, ended_at: null } }),
  policyCounts: async (reader, today) => {
    const counts = await Promise.all(
      Object.keys(tabs).map((tab) => prisma.policies.count({ where: inTab(reader, tab, today) })),
    )
    return Object.fromEntries(Object.keys(tabs).map((tab, i) => [tab, counts[i]]))
  },
  policies: (reader, tab, today, { limit, offset }) =>
    prisma.policies.findMany({
      where: inTab(reader, tab, today),
      orderBy: order[tab],
      take: limit,
      skip: offset,
    }),
})

const ofOrders = (prisma) => ({
  orders: async (user_id, take) => {
    const orders = await prisma.orders.findMany({
      where: { user_id, status: { not: 'discarded' } },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take,
      include: {
        policies: {
          where: { status: { in: ['issued', 'cancelled'] } },
          select: { status: true, cancelled_at: true },
        },
        consents: { where: { status: { not: 'void' } }, orderBy: [{ sent_at: 'desc' }, { id: 'desc' }] },
      },
    })
    return orders.map((it) => (it.status === 'created' ? it : { ...it, answers: null, reads: null }))
  },
})

const ofClaims = (prisma) => ({
  claimCounts: async (user_id) => {
    const [counts, reopened] = await Promise.all([
      prisma.claims.groupBy({ by: ['status'], where: { user_id }, _count: true }),
      prisma.claims.count({
        where: { user_id, status: { in: ['paid', 'rejected'] }, appeals: { some: { status: 'open' } } },
      }),
    ])
    return [...counts.map(({ status, _count: count }) => ({ status, count })), { status: 'reopened', count: reopened }]
  },
  claims: async (user_id, take) => {
    const claims = await prisma.claims.findMany({
      where: { user_id, status: { not: 'discarded' } },
      orderBy: [{ updated_at: 'desc' }, { id: 'desc' }],
      take,
      omit: { answers: true, account: true },
      include: {
        policy: true,
        decisions: { orderBy: inTime, omit: { sheet: true, reason: true } },
        payments: { orderBy: [{ started_at: 'asc' }, { id: 'asc' }], omit: { account: true, note: true } },
        appeals: { orderBy: inTime, omit: { text: true } },
        events: { where: moves, orderBy: inTime },
        requests: { where: { status: 'open' }, orderBy: inTime, include: { items: true } },
        documents: { where: { removed_at: null, item_id: { not: null } }, select: { item_id: true } },
      },
    })
    return claims.map(({ documents, ...claim }) => ({
      ...claim,
      requests: claim.requests.map((request) => ({
        ...request,
        items: request.items.map((item) => ({ ...item, answered: documents.some((it) => it.item_id === item.id) })),
      })),
    }))
  },
})

const ofOneClaim = (prisma) => ({
  claim: (user_id, id) =>
    prisma.claims.findFirst({
      where: { id, user_id },
      include: {
        policy: true,
        signatures: { where: { void_at: null }, orderBy: { at: 'asc' } },
        documents: { where: { removed_at: null }, orderBy: [{ received_at: 'asc' }, { id: 'asc' }] },
        requests: { orderBy: inTime },
        items: { orderBy: { id: 'asc' } },
        decisions: { orderBy: inTime },
        payments: { orderBy: [{ started_at: 'asc' }, { id: 'asc' }] },
        payees: { orderBy: { position: 'asc' } },
        appeals: { orderBy: inTime },
        events: { where: { entity: 'claim' }, orderBy: inTime },
      },
    }),
})
