// Each document goes to the address that stands on it, once, with the PDF that its member gets.
import { verifyCalls } from '@fairturn/contract/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../testing/smtp.ts'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { deposit, unpaidCampaign } from '../../test/carrying.ts'
import { documentsOf, setProfile, setSeller } from '../../test/invoices.ts'
import { cancelCampaign, payCampaign } from '../campaigns/campaigns.ts'
import { eraseAccount } from '../members/members.ts'
import { mailSender } from '../notices/notices.ts'
import { handlers } from '../worker.ts'
import { invoiceMailer } from './invoices.ts'

let app: TestApp
let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
  app = await startApp({
    variables: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Fairturn <no-reply@example.com>',
      PUBLIC_ORIGIN: 'https://fairturn.example',
    },
  })
  await app.database.transaction((tx) => setSeller(tx))
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const send = (withServer = true) =>
  app.database.runDueJobs([
    ...handlers,
    invoiceMailer({ send: withServer ? mailSender(app.config.mail!, app) : undefined, demo: false }),
  ])
async function paid(member: TestMember): Promise<string> {
  await deposit(app.database, member._id, 100_000n)
  return await app.database.transaction(async (tx) => {
    const { id: campaign_id } = await unpaidCampaign(tx, member)
    await payCampaign(tx, { member_id: member._id, campaign_id })
    return campaign_id
  })
}

test('an invoice and its credit note are mailed once each, with the PDF that the member gets', async () => {
  const member = await app.member('has an address')
  await app.database.transaction((tx) => setProfile(tx, member._id))
  const campaign_id = await paid(member)
  await app.database.transaction((tx) => cancelCampaign(tx, { member_id: member._id, campaign_id }))
  await send()
  await send()
  const [invoice, note] = await documentsOf(app.database, campaign_id)
  expect(smtp.mails.map(({ to }) => to)).toEqual([['books@tee.example'], ['books@tee.example']])
  const mail = smtp.mails.find(({ head }) => head.includes(invoice!.id))!
  expect(mail.head).toContain('FI-2026-000001')
  expect(smtp.mails.some(({ head }) => head.includes(note!.id) && head.includes('FC-2026-000001'))).toBe(true)
  const { rawPayload: pdf } = await app.fastify.inject({
    url: `/api/invoices/${invoice!.id}/file`,
    headers: { authorization: `Bearer ${member.token}`, langcode: 'en' },
  })
  expect(mail.text).toContain('filename=FI-2026-000001.pdf')
  expect(mail.text.replaceAll('\r\n', '')).toContain(pdf.toString('base64'))
  const [, code] = /Check its code (\S{9}) at/.exec(mail.text.replaceAll('=\r\n', ''))!
  const { data } = await app.call(verifyCalls.message, { body: { code: code! } })
  expect(data).toMatchObject({ verdict: 'from_us', message: { subject: 'invoices', channel: 'mail' } })
})

test('nothing is mailed without an address, without a mail server, or once the address is erased', async () => {
  const before = smtp.mails.length
  const nobody = await app.member('has no address')
  await paid(nobody)
  await send()
  const member = await app.member('has one')
  await app.database.transaction((tx) => setProfile(tx, member._id))
  await paid(member)
  await send(false)
  const leaves = await app.member('leaves')
  await app.database.transaction((tx) => setProfile(tx, leaves._id))
  await paid(leaves)
  await app.database.transaction((tx) => eraseAccount(tx, leaves._id, tx.now))
  await app.database.query({ text: `select invoices_erase_buyers('2027-01-01', 500)` })
  await send()
  expect(smtp.mails).toHaveLength(before)
})
