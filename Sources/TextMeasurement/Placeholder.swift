enum TextMeasurementPlaceholder {}
