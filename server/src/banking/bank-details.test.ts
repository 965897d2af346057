import { addressForm, bankingCalls } from '@fairturn/contract/banking'
// Address and bank details through HTTP: required fields, refusals, and the effects of a change.
import { needsPostalCode } from '@fairturn/contract/countries'
import { noticeCalls } from '@fairturn/contract/notices'
import { postalCodeExample } from '@fairturn/contract/postal-codes'
import { countrySpecs } from 'ibantools'
import { getCountries } from 'libphonenumber-js/max'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { ADDRESS, BANK, IBAN, receiveAt, saveAddress, saveBank } from '../../test/payments.ts'
import { saveBankDetails } from './bank-details.ts'

let app: TestApp
let member: TestMember

let members = 0

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  member = await app.member(`thu ha ${(members += 1)}`)
})
afterAll(() => app.close())

const readAddress = async ({ token, _id } = member) =>
  answered(await app.call(bankingCalls.address, { token, body: { user_id: _id } })).address
const readBank = async ({ token, _id } = member) =>
  answered(await app.call(bankingCalls.bank, { token, body: { user_id: _id } }))
const notices = async () =>
  answered(await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } })).list

describe('the address', () => {
  const save = (changed: object) =>
    app.call(bankingCalls.updateAddress, {
      token: member.token,
      body: { user_id: member._id, ...ADDRESS, ...changed },
    })

  test('is empty at first, then what was saved last', async () => {
    expect(await readAddress()).toBeNull()
    const answer = await saveAddress(app, member)
    expect(answer).toMatchObject({ status: 200, message: 'added_address_information_successfully' })
    expect(await readAddress()).toEqual({ ...ADDRESS, postal_code: '', region: '' })
    answered(await save({ city: '  Đà   Nẵng ', region: 'Quảng Nam', postal_code: '550000', country: 'vn' }))
    expect(await readAddress()).toMatchObject({
      city: 'Đà Nẵng',
      region: 'Quảng Nam',
      postal_code: '550000',
      country: 'VN',
    })
  })

  test('has its postal code as its country writes it', async () => {
    for (const [country, typed, kept] of [
      ['GB', 'sw1a1aa', 'SW1A 1AA'],
      ['JP', '〒１００－０００１', '100-0001'],
    ] as const) {
      answered(await save({ country, postal_code: typed }))
      expect(await readAddress()).toMatchObject({ country, postal_code: kept })
    }
  })

  test('the member is told of another one, not of the first, and not of the same again', async () => {
    const told = async () =>
      (
        await app.database.asSchemaOwner<{ kind: string }>(
          `select kind from notification where member_id = $1 and kind = 'address_changed'`,
          [member._id],
        )
      ).length
    answered(await save({}))
    const before = await told()
    answered(await save({}))
    expect(await told()).toBe(before)
    answered(await save({ street: '1 Elsewhere' }))
    expect(await told()).toBe(before + 1)
  })

  test.each([
    ['name', '', 'field_is_required'],
    ['name', '   ', 'field_is_required'],
    ['street', undefined, 'field_is_required'],
    ['city', 12, 'field_is_required'],
    ['city', 'x'.repeat(101), 'field_is_too_long'],
    ['street', 'Hàng \u202eBạc', 'field_is_invalid'],
    ['street', '\ufeffHàng Bạc', 'field_is_invalid'],
    ['city', 'Hà Nội\ufeff', 'field_is_invalid'],
    ['city', '\ufeff', 'field_is_invalid'],
    ['country', 'ZZ', 'country_is_unknown'],
    ['country', 'Vietnam', 'country_is_unknown'],
    ['country', undefined, 'country_is_unknown'],
    ['postal_code', '1'.repeat(17), 'field_is_too_long'],
  ])('%s %j is refused as %s, on its field', async (field, value, code) => {
    expect(await save({ [field]: value })).toMatchObject({
      status: 422,
      code,
      details: { fields: [{ field, code }] },
    })
    expect(await readAddress()).toBeNull()
  })

  // ASVS V2.2.3
  test('requires a postal code in countries that have them', async () => {
    const refused = {
      status: 422,
      details: { fields: [{ field: 'postal_code', code: 'field_is_required' }] },
    }
    expect(await save({ country: 'FR' })).toMatchObject(refused)
    expect(await save({ country: 'FR', postal_code: ' ' })).toMatchObject(refused)
    expect((await save({ country: 'FR', postal_code: '75011' })).status).toBe(200)
    expect((await save({ country: 'HK' })).status).toBe(200)
  })

  test('takes a postal code in the form of its country, and refuses another one', async () => {
    const code = 'postal_code_has_another_form'
    for (const [country, postal_code] of [
      ['FR', '7501'],
      ['VN', 'Đà Nẵng'],
      ['PL', '0095'],
    ] as const)
      expect(await save({ country, postal_code })).toMatchObject({
        status: 422,
        details: { fields: [{ field: 'postal_code', code }] },
      })
    for (const [country, postal_code] of [
      ['PL', '00-950'],
      ['JP', '100-0005'],
      ['DE', 'D-10115'],
    ] as const) {
      answered(await save({ country, postal_code }))
      expect(await readAddress()).toMatchObject({ country, postal_code })
    }
  })

  test.each(['XK', 'CL', 'NG', 'AC', 'TA'])('in %s is saved without a postal code', async (country) => {
    expect((await save({ country })).status).toBe(200)
    expect(await readAddress()).toMatchObject({ country, postal_code: '' })
  })

  test.each(['東京', 'الرياض', '😀', '서울', '???'])(
    'with a town that no bank can read is refused: %s',
    async (city) => {
      const code = 'town_must_be_in_latin_letters'
      expect(await save({ city })).toMatchObject({
        status: 422,
        code,
        details: { fields: [{ field: 'city', code }] },
      })
      expect(await readAddress()).toBeNull()
      // Letters that have Latin ones in the banks' table stay as they were written.
      for (const readable of ['Đà Nẵng', 'Београд', 'Łódź']) answered(await save({ city: readable }))
      expect(await readAddress()).toMatchObject({ city: 'Łódź' })
    },
  )

  test('can be in the country of every phone number and every IBAN that is accepted', () => {
    const ibans = Object.entries(countrySpecs).flatMap(([code, { chars, IBANRegistry }]) =>
      chars !== null && IBANRegistry ? [code] : [],
    )
    expect(ibans.length).toBeGreaterThan(70)
    for (const country of [...getCountries(), ...ibans]) {
      const isSaved = (postal_code: string) =>
        addressForm.safeParse({ ...ADDRESS, country, postal_code }).success
      // Where no form is known, whatever is written; and without one where addresses have none.
      expect([country, isSaved(postalCodeExample(country) ?? 'AB 1000')]).toEqual([country, true])
      expect([country, isSaved('')]).toEqual([country, !needsPostalCode(country)])
    }
  })

  test('of another member is refused', async () => {
    const other = await app.member(`somebody else ${members}`)
    const body = { user_id: member._id, ...ADDRESS }
    const answer = await app.call(bankingCalls.updateAddress, { token: other.token, body })
    expect(answer).toMatchObject({ status: 403, code: 'not_your_account' })
    expect(await readAddress()).toBeNull()
  })
})

describe('the bank account', () => {
  test('is empty at first; saving it the first time causes no payout delay, and a notice is sent', async () => {
    expect(await readBank()).toEqual({ bank: null, hold: null })
    const answer = await saveBank(app, member)
    expect(answer).toMatchObject({ status: 200, message: 'added_bank_information_successfully' })
    const saved = {
      bank: {
        bank_code: 'VCB',
        bank_name: 'Vietcombank',
        holder: 'NGUYEN THU HA',
        account_number: '0011004231899',
        iban: null,
        swift: 'BFTVVNVX',
        updated_at: app.clock.now().toISOString(),
      },
      hold: null,
    }
    expect(answer.data).toEqual(saved)
    expect(await readBank()).toEqual(saved)
    expect(await notices()).toMatchObject([{ kind: 'bank_added', path: '/individual/bank-info' }])
  })

  test('by IBAN needs no bank', async () => {
    const { bank } = answered(
      await saveBank(app, member, { holder: 'Claire Dubois', iban: IBAN.toLowerCase() }),
    )
    expect(bank).toMatchObject({ bank_code: null, account_number: null, iban: 'FR1420041010050500013M02606' })
  })

  test.each([
    ['no bank', { bank_code: undefined }, 'bank_code', 'the_bank_does_not_exist'],
    ['an unknown bank', { bank_code: 'NOBANK' }, 'bank_code', 'the_bank_does_not_exist'],
    ['a bank name that is too long', { bank_code: 'x'.repeat(1000) }, 'bank_code', 'the_bank_does_not_exist'],
    ['no number at all', { account_number: undefined }, 'account_number', 'field_is_required'],
    ['a short number', { account_number: '123' }, 'account_number', 'account_number_is_invalid'],
    ['a long number', { account_number: '1'.repeat(35) }, 'account_number', 'account_number_is_invalid'],
    ['a number without digits', { account_number: 'ABCDEF' }, 'account_number', 'account_number_is_invalid'],
    [
      'letters at a bank of a country whose numbers have none',
      { bank_code: 'RS-160', account_number: '1903 ABC' },
      'account_number',
      'account_number_is_invalid',
    ],
    [
      'a number in another script',
      { account_number: '１２３４５６' },
      'account_number',
      'account_number_is_invalid',
    ],
    [
      'a wrong IBAN',
      { iban: 'FR14 2004 1010 0505 0001 3M02 607', account_number: undefined },
      'iban',
      'iban_is_invalid',
    ],
    ['an IBAN and a number', { iban: IBAN }, 'iban', 'iban_is_invalid'],
    ['no holder', { holder: '' }, 'holder', 'field_is_required'],
    ['a holder without letters', { holder: '12345' }, 'holder', 'holder_is_invalid'],
    ['a holder with a formula', { holder: '=HYPERLINK("x")' }, 'holder', 'holder_is_invalid'],
    ['a formula in the holder', { holder: '+1+2 cmd' }, 'holder', 'holder_is_invalid'],
    ['a long holder', { holder: 'x'.repeat(79) }, 'holder', 'field_is_too_long'],
  ])('%s is refused, on its field', async (_name, changed, field, code) => {
    const answer = await saveBank(app, member, { ...BANK, ...changed })
    expect(answer).toMatchObject({ status: 422, code, details: { fields: [{ field }] } })
    expect((await readBank()).bank).toBeNull()
  })

  test.each(['Meier + Sohn', 'C+A', 'Smith & Sons (UK)'])('of %s is saved as it is', async (holder) => {
    answered(await saveBank(app, member, { ...BANK, holder }))
    expect((await readBank()).bank).toMatchObject({ holder })
  })

  test('is saved for the first time only with the password in the call, however lately the member signed in', async () => {
    const { token, _id } = await app.signedIn(member)
    expect(await saveBank(app, { ...member, token }, { ...BANK, password: undefined })).toMatchObject({
      status: 422,
      code: 'confirmation_is_required',
      details: { fields: [{ field: 'password', code: 'confirmation_is_required' }] },
    })
    await app.confirm({ token, _id })
    expect((await saveBank(app, { ...member, token }, { ...BANK, password: undefined })).code).toBe(
      'confirmation_is_required',
    )
    expect(await saveBank(app, member, { ...BANK, password: 'a guess' })).toMatchObject({
      status: 422,
      code: 'current_password_is_incorrect',
    })
    expect(await readBank()).toEqual({ bank: null, hold: null })
    expect(await notices()).toEqual([])
    answered(await saveBank(app, member))
  })

  test('is changed only with the password, then withdrawals are delayed and the member is notified', async () => {
    answered(await saveBank(app, member))
    app.clock.advance(1000)
    const changed = { ...BANK, account_number: '9999 0000 1111' }
    expect(await saveBank(app, member, { ...changed, password: undefined })).toMatchObject({
      status: 422,
      code: 'confirmation_is_required',
    })
    expect(await saveBank(app, member, { ...changed, password: 'a guess' })).toMatchObject({
      status: 422,
      code: 'current_password_is_incorrect',
    })
    expect((await readBank()).bank!.account_number).toBe('0011004231899')
    const until = new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString()
    const { bank, hold } = answered(await saveBank(app, member, { ...changed, password: TEST_PASSWORD }))
    expect([bank!.account_number, hold]).toEqual(['999900001111', { until, reason: 'bank_changed' }])
    const [notice] = await notices()
    expect(notice).toMatchObject({ kind: 'bank_changed', title: 'Bank information changed' })
    expect(notice!.text).toContain('Vietcombank\u00a0••••\u00a01111')
  })

  test('saved unchanged needs no password and causes no hold; changing only the holder is a change', async () => {
    answered(await saveBank(app, member))
    expect(answered(await saveBank(app, member, { ...BANK, password: undefined })).hold).toBeNull()
    expect(await notices()).toHaveLength(1)
    expect((await saveBank(app, member, { ...BANK, holder: 'A Thief', password: undefined })).code).toBe(
      'confirmation_is_required',
    )
  })

  test('saved concurrently for the first time: neither without a confirmation, and the second is a change', async () => {
    const payee = {
      bank_code: 'VCB',
      bank_name: 'Vietcombank',
      country: 'VN',
      swift: null,
      holder: 'X Y',
      iban: null,
    }
    const save = (account_number: string, confirmed: boolean) =>
      app.database.transaction((tx) =>
        saveBankDetails(tx, { member_id: member._id, payee: { ...payee, account_number }, confirmed }),
      )
    await expect(save('11111', false)).rejects.toMatchObject({ code: 'confirmation_is_required' })
    const saved = await Promise.all([save('11111', true), save('22222', true)])
    expect(saved.filter(({ payout_delay_until }) => payout_delay_until === null)).toHaveLength(1)
  })

  test('of another member is neither read nor changed', async () => {
    answered(await saveBank(app, member))
    const other = await app.member(`somebody else ${members}`)
    const read = await app.call(bankingCalls.bank, { token: other.token, body: { user_id: member._id } })
    expect(read).toMatchObject({ status: 403, code: 'not_your_account' })
    expect((await saveBank(app, { ...member, token: other.token }, BANK)).status).toBe(403)
    expect((await readBank(other)).bank).toBeNull()
  })
})

describe('the holder of a payout account', () => {
  let euro: TestApp
  let payee: TestMember
  beforeAll(async () => {
    euro = await startApp()
    await receiveAt(euro, 'EURO')
    payee = await euro.member('in sepa')
  })
  afterAll(() => euro.close())

  test.each(['山田太郎', 'محمد علي', 'Yamada 太郎', 'Ὀδυσσεύς'])(
    '%s is requested in Latin letters, on its field, before any payment file is created',
    async (holder) => {
      const elsewhere = { iban: 'AE07 0331 2345 6789 0123 456' }
      for (const account of [{ iban: IBAN }, elsewhere, { bank_code: 'VCB', account_number: '0011 0042' }])
        expect(await saveBank(euro, payee, { holder, ...account })).toMatchObject({
          status: 422,
          code: 'holder_must_be_in_latin_letters',
          message: expect.stringContaining('TANAKA TARO'),
          details: { fields: [{ field: 'holder', code: 'holder_must_be_in_latin_letters' }] },
        })
    },
  )

  test('may have diacritics, or letters that banks transliterate', async () => {
    const others = await Promise.all(['Nguyễn', 'Đorđe', 'Ђорђе'].map((name) => euro.member(name)))
    for (const [i, holder] of ['Nguyễn Thị Đào', 'Ђорђе Њешић', "O'Neil-Straße & Søn"].entries())
      expect((await saveBank(euro, others[i]!, { holder, iban: IBAN })).status).toBe(200)
  })
})
