import type { UseFormReturn } from 'react-hook-form'
import { PASSWORD_MAX_LENGTH, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { countryOptions } from '#app/addresses/country-options.ts'
import { fieldsOf } from '#app/ui/form-fields.ts'
import type { SettingsFields } from '#app/shop-settings/settings-fields.ts'
import { Group } from '#app/shop-settings/settings-group.tsx'
import { useSession } from '#app/identity/session.tsx'
import { PasswordField, SelectField, TextField } from '#app/ui/field.tsx'
import { sellerWords as words } from '#app/words/seller.ts'

const countries = [['', words.noCountry] as const, ...countryOptions]

/** Who sells, as invoices name them, and which taxes the shop charges. */
export function SellerFields({ form }: { form: UseFormReturn<SettingsFields> }) {
  const field = fieldsOf(form)
  const { isAdmin } = useSession()
  const guarded = { readOnly: !isAdmin }
  return (
    <>
      <Group title={words.seller} lead={words.sellerLead}>
        <TextField {...field('seller.legalName')} {...guarded} label={words.legalName} maxLength={200} />
        <TextField {...field('seller.street')} label={words.street} maxLength={TEXT_LIMITS.street} />
        <TextField {...field('seller.postalCode')} label={words.postalCode} maxLength={TEXT_LIMITS.postalCode} />
        <TextField {...field('seller.city')} label={words.city} maxLength={TEXT_LIMITS.city} />
        <TextField {...field('seller.state')} label={words.state} maxLength={TEXT_LIMITS.state} />
        <SelectField {...field('seller.country')} label={words.country} options={countries} />
        <TextField {...field('seller.email')} label={words.email} type="email" maxLength={254} />
        <TextField {...field('seller.phone')} label={words.phone} type="tel" maxLength={40} />
        <TextField {...field('seller.registration')} label={words.registration} hint={words.registrationHint} maxLength={200} />
      </Group>
      <Group title={words.tax} lead={words.taxLead}>
        <SelectField {...field('tax.charges')} label={words.charges} options={words.chargesOptions} />
        <SelectField
          {...field('tax.unverifiedVatIds')}
          label={words.unverifiedVatIds}
          hint={words.unverifiedVatIdsHint}
          options={words.unverifiedVatIdsOptions}
        />
        <TextField {...field('seller.vatId')} {...guarded} label={words.vatId} hint={words.vatIdHint} maxLength={30} spellCheck={false} />
        <TextField {...field('seller.taxNumber')} {...guarded} label={words.taxNumber} maxLength={40} />
        <TextField {...field('tax.currency')} label={words.currency} hint={words.currencyHint} maxLength={3} spellCheck={false} />
        <TextField
          {...field('tax.rateToTaxCurrency')}
          label={words.exchangeRate}
          hint={words.exchangeRateHint}
          inputMode="decimal"
          maxLength={13}
        />
        <h3 className="text-lg">{words.bank}</h3>
        <TextField {...field('seller.bankName')} {...guarded} label={words.bankName} maxLength={100} />
        <TextField {...field('seller.iban')} {...guarded} label={words.iban} maxLength={50} spellCheck={false} />
        <TextField {...field('seller.bic')} {...guarded} label={words.bic} maxLength={15} spellCheck={false} />
        <p className="text-soft">{isAdmin ? words.guarded : words.onlyAdmins}</p>
        {isAdmin && (
          <PasswordField {...field('password')} label={words.password} autoComplete="current-password" maxLength={PASSWORD_MAX_LENGTH} />
        )}
      </Group>
    </>
  )
}
