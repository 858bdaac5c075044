import '#tests/support/doubles/with-stripe.ts'
import '#server/payments/report-payment.test.ts'
