import { address as addressShape, bankingCalls } from '@fairturn/contract/banking'
import { confirmWithCredential, getMember, withdrawalDelayOf } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { onWire } from '../platform/http/wire.ts'
import {
  findBankDetails,
  saysWhere,
  readPayee,
  saveBankDetails,
  findAddress,
  saveAddress,
} from './bank-details.ts'
import { bankOnWire, payoutDelayOnWire } from './banking.dto.ts'
import { bankDirectory } from './banks.ts'

export function bankingRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, bankingCalls.address, async ({ viewer }) => ({
    data: { address: (await findAddress(database, viewer.member_id)) ?? null },
  }))

  bind(routes, bankingCalls.updateAddress, async ({ viewer, body, transaction }) => {
    const address = onWire(addressShape, body, {})
    await transaction((tx) => saveAddress(tx, viewer.member_id, address))
    return { data: { address }, message: 'added_address_information_successfully' }
  })

  bind(routes, bankingCalls.banks, async ({ query }) => {
    const { list, source, fetched_at } = await bankDirectory(database)
    const there = list.filter(({ country }) => query.country === undefined || country === query.country)
    return { data: { list: there, source, fetched_at: fetched_at?.toISOString() ?? null } }
  })

  bind(routes, bankingCalls.bank, async ({ viewer, now }) => ({
    data: await bankAnswer(database, viewer.member_id, now),
  }))

  bind(routes, bankingCalls.updateBank, async (call) => {
    const { viewer, body, now, transaction } = call
    const { member_id } = viewer
    const payee = await readPayee(database, body)
    const confirmed = saysWhere(await findBankDetails(database, member_id), payee)
    if (confirmed) await confirmWithCredential(call, body)
    await transaction((tx) => saveBankDetails(tx, { member_id, payee, confirmed }))
    const data = await bankAnswer(database, member_id, now)
    return { data, message: 'added_bank_information_successfully' }
  })
}

async function bankAnswer(on: Queryable, member_id: string, now: Date) {
  const [details, member] = await Promise.all([findBankDetails(on, member_id), getMember(on, member_id)])
  return {
    bank: details === undefined ? null : bankOnWire(details),
    hold: payoutDelayOnWire(withdrawalDelayOf(member, now, details)),
  }
}
