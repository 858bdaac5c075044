import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { useSession } from '#app/identity/session.tsx'
import { Group } from '#app/shop-settings/settings-group.tsx'
import type { SettingsPageParts } from '#app/shop-settings/settings-page.tsx'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { sellerWords as words } from '#app/words/seller.ts'
import { shopSettingsWords } from '#app/words/shop-settings.ts'

const countries = [['', words.noCountry] as const, ...countryOptions]

/** Who sells, as invoices name them, which taxes the shop charges, and its bank account. */
export function SellerFields({ form, field }: SettingsPageParts) {
  const { isAdmin } = useSession()
  const guarded = { readOnly: !isAdmin }
  return (
    <>
      <Group title={words.seller} lead={words.sellerLead}>
        <TextField {...field('seller.legalName', words.legalName)} {...guarded} maxLength={200} />
        <TextField {...field('seller.registration', words.registration)} hint={words.registrationHint} maxLength={200} />
        <TextField {...field('seller.street', words.street)} maxLength={TEXT_LIMITS.street} className="sm:col-span-2" />
        <TextField {...field('seller.postalCode', words.postalCode)} maxLength={TEXT_LIMITS.postalCode} />
        <TextField {...field('seller.city', words.city)} maxLength={TEXT_LIMITS.city} />
        <TextField {...field('seller.state', words.state)} maxLength={TEXT_LIMITS.state} />
        <SelectField {...field('seller.country', words.country)} options={countries} />
        <TextField {...field('seller.email', words.email)} type="email" maxLength={254} />
        <TextField {...field('seller.phone', words.phone)} type="tel" maxLength={40} />
      </Group>
      <Group title={words.tax} lead={words.taxLead}>
        <SelectField {...field('tax.charges', words.charges)} options={words.chargesOptions} className="sm:col-span-2" />
        <TextField {...field('seller.vatId', words.vatId)} {...guarded} hint={words.vatIdHint} maxLength={30} spellCheck={false} />
        <TextField {...field('seller.taxNumber', words.taxNumber)} {...guarded} hint={words.taxNumberHint} maxLength={40} />
        <TextField {...field('seller.eori', words.eori)} hint={words.eoriHint} maxLength={20} spellCheck={false} />
        <SelectField
          {...field('tax.unverifiedVatIds', words.unverifiedVatIds)}
          hint={words.unverifiedVatIdsHint}
          options={words.unverifiedVatIdsOptions}
          className="sm:col-span-2"
        />
        <TextField {...field('tax.currency', words.currency)} hint={words.currencyHint} maxLength={3} spellCheck={false} />
        <TextField
          {...field('tax.rateToTaxCurrency', words.exchangeRate)}
          hint={words.exchangeRateHint}
          inputMode="decimal"
          maxLength={13}
        />
      </Group>
      <Group title={words.bank} lead={isAdmin ? words.guarded : words.onlyAdmins}>
        <TextField {...field('seller.bankName', words.bankName)} {...guarded} maxLength={100} className="sm:col-span-2" />
        <TextField {...field('seller.iban', words.iban)} {...guarded} maxLength={50} spellCheck={false} />
        <TextField {...field('seller.bic', words.bic)} {...guarded} maxLength={15} spellCheck={false} />
        <TextField
          {...field('transferDays', shopSettingsWords.transferDays)}
          type="number"
          min={1}
          max={60}
          hint={shopSettingsWords.transferDaysHint}
        />
        <TextField
          {...field('shortfallLimit', shopSettingsWords.shortfallLimit)}
          inputMode="decimal"
          hint={shopSettingsWords.shortfallLimitHint}
        />
        <CheckField {...form.register('invoicePerDelivery')} label={shopSettingsWords.invoicePerDelivery} className="sm:col-span-2" />
      </Group>
    </>
  )
}
