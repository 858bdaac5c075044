import '#tests/support/doubles/with-stripe.ts'
import '#server/payments/payment-inbox.test.ts'
