import { freightCentsOf, type InvoiceData, type InvoiceLine, type InvoiceParty, type InvoiceTax } from '#contract/payments/invoices.ts'
import {
  amount,
  buyerReference,
  EMAIL_SCHEME,
  FREIGHT,
  lineNote,
  meansCode,
  namesVatIds,
  notes,
  paymentTerms,
  percent,
  PIECE,
  price,
  sellerId,
  typeCode,
} from './facts.ts'
import { element, writeXml, type Element } from './xml.ts'

const SCHEMA = 'urn:oasis:names:specification:ubl:schema:xsd'
/** BT-24 and BT-23: Peppol BIS Billing 3. */
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

type Some = Element | undefined

const cbc = (name: string, content: string | undefined, attributes?: Record<string, string>) => element(`cbc:${name}`, content, attributes)
const cac = (name: string, content: Some[]) => element(`cac:${name}`, content)

/** An invoice or a credit note in UBL 2.1. The order of elements is the schema's. */
export function writeUbl(data: InvoiceData): string {
  const { kind, payment, taxCurrency, credited } = data
  const isInvoice = kind === 'invoice'
  const root = isInvoice ? 'Invoice' : 'CreditNote'
  const withVatIds = namesVatIds(data)
  const reference = buyerReference(data)
  const orderNumber = data.lines[0]?.orderNumber
  const freightCents = freightCentsOf(data)
  const content = [
    cbc('CustomizationID', CUSTOMIZATION),
    cbc('ProfileID', PROCESS),
    cbc('ID', data.number),
    cbc('IssueDate', data.issuedOn),
    ...(isInvoice ? [cbc('DueDate', payment.dueOn)] : []),
    cbc(`${root}TypeCode`, typeCode(data)),
    cbc('Note', notes(data).join(' ')),
    cbc('DocumentCurrencyCode', data.currency),
    cbc('TaxCurrencyCode', taxCurrency?.currency),
    cbc('BuyerReference', reference),
    cac('InvoicePeriod', [cbc('StartDate', data.period.from), cbc('EndDate', data.period.to)]),
    cac('OrderReference', [cbc('ID', reference ?? orderNumber), cbc('SalesOrderID', orderNumber)]),
    cac('BillingReference', [cac('InvoiceDocumentReference', [cbc('ID', credited?.number), cbc('IssueDate', credited?.issuedOn)])]),
    cac('DespatchDocumentReference', [cbc('ID', data.delivery.note)]),
    cac('AccountingSupplierParty', [partyOf(data.seller, withVatIds, sellerId(data.seller, withVatIds))]),
    cac('AccountingCustomerParty', [partyOf(data.buyer, withVatIds)]),
    cac('Delivery', [
      cbc('ActualDeliveryDate', data.delivery.on),
      cac('DeliveryLocation', [addressOf('Address', data.delivery)]),
      cac('DeliveryParty', [cac('PartyName', [cbc('Name', data.delivery.name)])]),
    ]),
    paymentMeans(data),
    cac('PaymentTerms', [cbc('Note', paymentTerms(data))]),
    ...data.taxes.map(freightCharge),
    cac('TaxTotal', [money('TaxAmount', data.taxCents), ...data.taxes.map(subtotal)]),
    cac('TaxTotal', [taxCurrency && money('TaxAmount', taxCurrency.taxCents, taxCurrency.currency)]),
    cac('LegalMonetaryTotal', [
      money('LineExtensionAmount', data.netCents - freightCents),
      money('TaxExclusiveAmount', data.netCents),
      money('TaxInclusiveAmount', data.grossCents),
      ...(freightCents === 0 ? [] : [money('ChargeTotalAmount', freightCents)]),
      money('PrepaidAmount', data.paidCents),
      ...(data.roundingCents === undefined ? [] : [money('PayableRoundingAmount', data.roundingCents)]),
      money('PayableAmount', data.grossCents + (data.roundingCents ?? 0) - data.paidCents),
    ]),
    ...data.lines.map((line, index) => lineOf(line, index + 1, isInvoice)),
  ]
  return writeXml(
    element(root, content, {
      xmlns: `${SCHEMA}:${root}-2`,
      'xmlns:cac': `${SCHEMA}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${SCHEMA}:CommonBasicComponents-2`,
    }),
  )
}

const money = (name: string, cents: number, currencyID = 'USD') => cbc(name, amount(cents), { currencyID })

function partyOf(party: InvoiceParty, withVatIds: boolean, id?: string): Some {
  return cac('Party', [
    cbc('EndpointID', party.email, { schemeID: EMAIL_SCHEME }),
    cac('PartyIdentification', [cbc('ID', id)]),
    cac('PartyName', [cbc('Name', party.name)]),
    addressOf('PostalAddress', party),
    taxScheme(withVatIds ? party.vatId : undefined, 'VAT'),
    taxScheme(party.taxNumber, 'TAX'),
    cac('PartyLegalEntity', [cbc('RegistrationName', party.name), cbc('CompanyID', party.registration)]),
    cac('Contact', [cbc('Name', party.contact ?? party.name), cbc('Telephone', party.phone), cbc('ElectronicMail', party.email)]),
  ])
}

const taxScheme = (companyId: string | undefined, scheme: string) =>
  companyId === undefined ? undefined : cac('PartyTaxScheme', [cbc('CompanyID', companyId), cac('TaxScheme', [cbc('ID', scheme)])])

function addressOf(
  name: string,
  { lines, city, state, postalCode, country }: Pick<InvoiceParty, 'lines' | 'city' | 'state' | 'postalCode' | 'country'>,
): Some {
  return cac(name, [
    cbc('StreetName', lines[0]),
    cbc('AdditionalStreetName', lines[1]),
    cbc('CityName', city),
    cbc('PostalZone', postalCode),
    cbc('CountrySubentity', state),
    cac('AddressLine', [cbc('Line', lines[2])]),
    cac('Country', [cbc('IdentificationCode', country)]),
  ])
}

function paymentMeans({ payment, seller, number }: InvoiceData): Some {
  const account =
    payment.means === 'card'
      ? undefined
      : cac('PayeeFinancialAccount', [
          cbc('ID', seller.iban),
          cbc('Name', seller.iban && seller.name),
          cac('FinancialInstitutionBranch', [cbc('ID', seller.iban && seller.bic)]),
        ])
  return cac('PaymentMeans', [cbc('PaymentMeansCode', meansCode(payment, seller.iban)), cbc('PaymentID', number), account])
}

/** BG-21: the freight of one category and rate. */
function freightCharge({ category, rateBp, freightCents }: InvoiceTax): Some {
  if (!freightCents) return undefined
  return cac('AllowanceCharge', [
    cbc('ChargeIndicator', 'true'),
    cbc('AllowanceChargeReasonCode', FREIGHT.code),
    cbc('AllowanceChargeReason', FREIGHT.reason),
    money('Amount', freightCents),
    cac('TaxCategory', [cbc('ID', category), cbc('Percent', percent({ category, rateBp })), cac('TaxScheme', [cbc('ID', 'VAT')])]),
  ])
}

function subtotal(tax: InvoiceTax): Some {
  return cac('TaxSubtotal', [
    money('TaxableAmount', tax.netCents),
    money('TaxAmount', tax.taxCents),
    cac('TaxCategory', [
      cbc('ID', tax.category),
      cbc('Percent', percent(tax)),
      cbc('TaxExemptionReasonCode', tax.vatex),
      cbc('TaxExemptionReason', tax.reason),
      cac('TaxScheme', [cbc('ID', 'VAT')]),
    ]),
  ])
}

function lineOf(line: InvoiceLine, number: number, isInvoice: boolean): Some {
  return cac(isInvoice ? 'InvoiceLine' : 'CreditNoteLine', [
    cbc('ID', String(number)),
    cbc('Note', lineNote(line)),
    cbc(isInvoice ? 'InvoicedQuantity' : 'CreditedQuantity', String(line.pieces), { unitCode: PIECE }),
    money('LineExtensionAmount', line.netCents),
    cac('Item', [
      cbc('Name', line.name),
      cac('SellersItemIdentification', [cbc('ID', line.partNumber)]),
      cac('ClassifiedTaxCategory', [cbc('ID', line.category), cbc('Percent', percent(line)), cac('TaxScheme', [cbc('ID', 'VAT')])]),
    ]),
    cac('Price', [cbc('PriceAmount', price(line.unitPrice), { currencyID: 'USD' })]),
  ])
}
